/** Where a line stands in a carrier's file, in words: of a workbook with several sheets, the sheet and the row in it. */
export const lineOfFile = ({ sheet, lineNumber }: { sheet: string | null; lineNumber: number | null }): string =>
  sheet === null
    ? `line ${lineNumber?.toLocaleString('en-US') ?? '-'}`
    : `sheet “${sheet}”, row ${lineNumber?.toLocaleString('en-US') ?? '-'}`
