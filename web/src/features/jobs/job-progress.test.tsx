import type { BackgroundJob } from '@corridor/contract/jobs.ts'
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { JobProgress } from './JobProgress.tsx'

const job: BackgroundJob = {
  id: 'generate-reports:7',
  number: 7,
  kind: 'generate-reports',
  title: 'Batch of reports',
  subject: 'Asset Reports, October 2026, batch 2',
  recordId: 7,
  reportType: 'AssetReport',
  institutionName: null,
  personName: null,
  createdAt: '2026-11-27T15:00:00Z',
  startedAt: null,
  endedAt: null,
  status: 'Failed',
  done: 12,
  failed: 1,
  total: 12,
  step: null,
  remainingSeconds: null,
  attempts: 1,
  failure: null,
  canceledByName: null,
  can: [],
}

test.each([
  [1, '11 of 12, 1 failed'],
  [0, '12 of 12'],
  [null, '12 of 12'],
])('of a job with %s failed parts the progress counts what was made', (failed, words) => {
  expect(render(<JobProgress job={{ ...job, failed }} />).container.textContent).toBe(words)
})
