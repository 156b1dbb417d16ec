/** Many papers at once, for benchmarks: set-based, one file's bytes for all, over every institution of a site. */
import type pg from 'pg'

export interface ManyPapers {
  siteId: number
  /** Client reports uploaded; spread over the site's institutions. */
  reports: number
  /** Documents; of a hundred, one is a carrier's and one a vendor's. */
  documents: number
}

/** @param client the owner's, with row-level security not forced (load.ts `loading`) or as a superuser */
export async function fillPapers(client: pg.ClientBase, { siteId, reports, documents }: ManyPapers): Promise<void> {
  await client.query(
    `insert into stored_file (sha256, size_bytes, media_type, safety) values ($1, $2, 'application/pdf', 'PASSED') on conflict do nothing`,
    [SHARED_FILE, SHARED_BYTES],
  )
  const banks = `(select array_agg(institution_id order by institution_id) from institution_site where site_id = $1)`
  const carriers = `(select array_agg(distinct carrier_code) from policy where site_id = $1)`
  // Newest first in the order of their numbers, a second apart: dates tell pages apart, as in real life.
  const common = `select n, banks[1 + n % cardinality(banks)] as bank, (array['QBR', 'LEG', 'PRE', 'ITX', 'BTX', 'DTH'])[1 + (n / 7) % 6] as type,
      2018 + n % 9 as year, 'Paper_' || n as name, timestamptz '2026-10-01' - make_interval(secs => n) as at`
  await client.query(
    `with papers as (${common} from generate_series(1, $2::int) n, (select ${banks} as banks) b)
    insert into client_report (institution_id, site_id, type_code, upload_name, year_override, name, display_name, extension, path, file_sha256, size_bytes, origin, created_at, updated_at)
    select bank, $1, type, format('%s-%s-%s-%s.pdf', bank, type, year % 100, name), year, name, replace(name, '_', ' '), 'pdf',
      format('/clients/%s/reports/%s/%s/%s.pdf', bank, year, type, name), $3, $4, 'UPLOADED', at, at from papers`,
    [siteId, reports, SHARED_FILE, SHARED_BYTES],
  )
  await client.query(
    `with papers as (${common}, carriers from generate_series(1, $2::int) n, (select ${banks} as banks, ${carriers} as carriers) b)
    insert into document (site_id, institution_id, carrier_code, vendor_name, type_code, upload_name, year_override, name, display_name, extension, path, file_sha256, size_bytes, created_at, updated_at)
    select $1, case when n % 100 in (0, 50) then null else bank end,
      case when n % 100 = 0 then carriers[1 + (n / 100) % cardinality(carriers)] when n % 100 = 50 then 'BCC' end, case when n % 100 = 50 then 'Vendor ' || n % 7 end,
      type, name || '.pdf', year, name, replace(name, '_', ' '), 'pdf', format('/clients/%s/documents/%s/%s/%s.pdf', bank, year, type, name), $3, $4, at, at from papers`,
    [siteId, documents, SHARED_FILE, SHARED_BYTES],
  )
}

/** The name of bytes that no benchmark opens. */
const SHARED_FILE = 'ab'.repeat(32)
const SHARED_BYTES = 48_211
