/** Objects that the double of Salesforce holds, and its answers. */

export interface DoubleField {
  name: string
  label: string
  type: string
  relationshipName?: string
  referenceTo?: string[]
}
export interface DoubleObject {
  label: string
  fields: DoubleField[]
  /** Made when they are asked for, so that half a million of them need no memory. Id, SystemModstamp and IsDeleted are among their fields. */
  count: number
  record: (index: number) => Record<string, unknown>
}

export interface DoubleAnswer {
  status: number
  /** Text as it is; anything else as JSON. */
  body: unknown
  headers?: Record<string, string>
}
