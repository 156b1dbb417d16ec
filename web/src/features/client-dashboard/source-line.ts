/** Beneath every picture of the dashboard: whose figures they are, and where they are from. */
export const sourceLine = (institutionName: string, siteName: string): string =>
  `${institutionName}. Source: released asset reports, ${siteName}.`
