/** Shapes of pages, drawn until their code is there; a page that is asked for seldom shares the general one. */
import { AUDIT_PAGES, PATTERNS } from './paths.ts'
import {
  ConversationPageSkeleton,
  FiguresPageSkeleton,
  FilePageSkeleton,
  FormPageSkeleton,
  ListPageSkeleton,
  PageSkeleton,
} from './ui/states/Skeletons.tsx'

const SHAPES: readonly (readonly [typeof PageSkeleton, readonly string[]])[] = [
  [
    FiguresPageSkeleton,
    [
      PATTERNS.staffDashboard,
      PATTERNS.clientDashboard,
      PATTERNS.assetReport,
      PATTERNS.summaryAssetReport,
      PATTERNS.institution,
      PATTERNS.dataFeed,
      PATTERNS.registerPolicy,
      PATTERNS.carrier,
      ...Object.values(AUDIT_PAGES),
    ],
  ],
  [
    ListPageSkeleton,
    [
      PATTERNS.clientReports,
      PATTERNS.assetReporting,
      PATTERNS.assetBatch,
      PATTERNS.summaryAssetReporting,
      PATTERNS.summaryAssetBatch,
      PATTERNS.form8925Reporting,
      PATTERNS.annualReview,
      PATTERNS.annualQuestionnaire,
      PATTERNS.dataFeeds,
      PATTERNS.institutions,
      PATTERNS.institutionDocuments,
      PATTERNS.carriers,
      PATTERNS.users,
      PATTERNS.documents,
      PATTERNS.serviceRequests,
      PATTERNS.bankUploads,
      PATTERNS.jobs,
      PATTERNS.activityReport,
      PATTERNS.announcements,
      PATTERNS.emailTemplates,
      PATTERNS.reportTypes,
      PATTERNS.sites,
    ],
  ],
  [
    FormPageSkeleton,
    [
      PATTERNS.profile,
      PATTERNS.report,
      PATTERNS.editDocument,
      PATTERNS.user,
      PATTERNS.site,
      PATTERNS.reportType,
      PATTERNS.state,
      PATTERNS.emailTemplate,
      PATTERNS.announcement,
      PATTERNS.reportSchedule,
      PATTERNS.newUser,
      PATTERNS.newInstitution,
      PATTERNS.newCarrier,
    ],
  ],
  [FilePageSkeleton, [PATTERNS.viewReport, PATTERNS.viewDocument, PATTERNS.reportView, PATTERNS.documentView]],
  [ConversationPageSkeleton, [PATTERNS.ownServiceRequest, PATTERNS.deskRequest]],
]

const BY_PATH = new Map(SHAPES.flatMap(([shape, paths]) => paths.map((path) => [path, shape] as const)))

export const shapeOf = (path: string): typeof PageSkeleton => BY_PATH.get(path) ?? PageSkeleton
