/** The name of a person beside the row that names them by number. */
import { sql } from 'kysely'

/** @param id a column with the number, as `s.user_id`; null where there is none, or the person is out of reach */
export const personName = (id: string) =>
  sql<string | null>`(select nullif(concat_ws(' ', u.first_name, u.last_name), '') from user_account u where u.id = ${sql.ref(id)})`
