/** The pages of what a bank is asked and told once a year: questionnaires and reviews, and what they begin with. Part of the route table. */
import { permission, STAFF_ROLES } from '@corridor/domain/access/access.ts'
import { PATTERNS } from './paths.ts'
import type { PortalRoute } from './portal-route.ts'

export const YEARLY_ROUTES: readonly PortalRoute[] = [
  {
    path: PATTERNS.annualQuestionnaire,
    title: 'Annual Questionnaires',
    access: permission('ANNUAL_QUESTIONNAIRE'),
    page: () => import('./features/questionnaires/BatchesPage.tsx').then((file) => ({ default: file.BatchesPage })),
  },
  {
    path: PATTERNS.generateQuestionnaires,
    title: 'Generate questionnaires',
    access: permission('ANNUAL_QUESTIONNAIRE', 2, STAFF_ROLES, 'site'),
    page: () => import('./features/questionnaires/GeneratePage.tsx').then((file) => ({ default: file.GeneratePage })),
  },
  {
    path: PATTERNS.questionnaireBatch,
    title: 'Annual Questionnaires',
    access: permission('ANNUAL_QUESTIONNAIRE'),
    page: () => import('./features/questionnaires/BatchPage.tsx').then((file) => ({ default: file.BatchPage })),
  },
  {
    path: PATTERNS.questionnaireResults,
    title: 'Questionnaire',
    access: permission('ANNUAL_QUESTIONNAIRE'),
    page: () => import('./features/questionnaires/ResultsPage.tsx').then((file) => ({ default: file.ResultsPage })),
  },
  {
    path: PATTERNS.myQuestionnaire,
    title: 'Annual questionnaire',
    access: permission('ANNUAL_QUESTIONNAIRE', 1, ['c', 'a']),
    page: () => import('./features/questionnaires/AnnualPage.tsx').then((file) => ({ default: file.AnnualPage })),
  },
  {
    path: PATTERNS.questionnaires,
    title: 'Questionnaires',
    access: permission('ANNUAL_QUESTIONNAIRE', 1, ['d'], 'site'),
    page: () => import('./features/questionnaires/YearPage.tsx').then((file) => ({ default: file.YearPage })),
  },
  {
    path: PATTERNS.newQuestionnaires,
    title: 'New questionnaires',
    access: permission('ANNUAL_QUESTIONNAIRE', 2, ['d'], 'site'),
    page: () => import('./features/questionnaires/GeneratePage.tsx').then((file) => ({ default: file.GeneratePage })),
  },
  {
    path: PATTERNS.questionnaire,
    title: 'Questionnaire',
    access: permission('ANNUAL_QUESTIONNAIRE', 1, ['d'], 'site'),
    page: () => import('./features/questionnaires/ResultsPage.tsx').then((file) => ({ default: file.QuestionnairePage })),
  },
  {
    path: PATTERNS.questionnaireHistory,
    title: 'History of questionnaires',
    access: permission('ANNUAL_QUESTIONNAIRE', 1, ['d'], 'site'),
    page: () => import('./features/questionnaires/HistoryPage.tsx').then((file) => ({ default: file.HistoryPage })),
  },
  {
    path: PATTERNS.boliReviewConfiguration,
    title: 'Annual BOLI Review',
    access: permission('ANNUAL_BOLI_REVIEW', 1, STAFF_ROLES, 'site'),
    page: () => import('./features/review-words/ConfigurationPage.tsx').then((file) => ({ default: file.BoliReviewPage })),
  },
  {
    path: PATTERNS.coliReviewConfiguration,
    title: 'Annual COLI Review',
    access: permission('ANNUAL_BOLI_REVIEW', 1, STAFF_ROLES, 'site'),
    page: () => import('./features/review-words/ConfigurationPage.tsx').then((file) => ({ default: file.ColiReviewPage })),
  },
  {
    path: PATTERNS.reviewConfig,
    title: 'Review narrative',
    access: permission('ANNUAL_BOLI_REVIEW', 1, STAFF_ROLES, 'site'),
    page: () => import('./features/review-words/ReviewConfigPage.tsx').then((file) => ({ default: file.ReviewConfigPage })),
  },
  {
    path: PATTERNS.reviewAssessment,
    title: 'Management’s assessment',
    access: permission('ANNUAL_BOLI_REVIEW', 1, ['c', 'a']),
    page: () => import('./features/review-words/AssessmentPage.tsx').then((file) => ({ default: file.AssessmentPage })),
  },
]
