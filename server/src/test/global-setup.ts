/** Starts the one PostgreSQL of a test run, before any worker, and tells the workers where it is. */
import type { TestProject } from 'vitest/node'
import { startTestCluster } from './test-cluster.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    testCluster: { ownerUrl: string; appUrl: string; superuserUrl: string }
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { ownerUrl, appUrl, superuserUrl, stop } = await startTestCluster()
  project.provide('testCluster', { ownerUrl, appUrl, superuserUrl })
  return stop
}
