/** Files that can be chosen for a board book: told apart, and found by words. */
import type { BookFile } from '@corridor/contract/board-books.ts'

export const keyOf = ({ kind, id }: Pick<BookFile, 'kind' | 'id'>): string => `${kind} ${id}`
export const isPaper = ({ extension }: BookFile): boolean => extension.toLowerCase() === 'pdf'
export const matches = (file: BookFile, search: string): boolean =>
  search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => `${file.title} ${file.typeName} ${file.uploadName} ${file.year}`.toLowerCase().includes(word))
