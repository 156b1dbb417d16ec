-- A version that was withdrawn says so wherever it is read; until now only its report did, whose mark another release takes away.
alter table report_version add column withdrawn_at timestamptz(3);
update report_version v set withdrawn_at = r.withdrawn_at
from report r where r.institution_id = v.institution_id and r.id = v.report_id and v.version = r.released_version and r.withdrawn_at is not null;

-- A review that is not complete is released with a reason that it prints: the reason in force, and the file that carries it.
alter table report_version
  add column release_reason text,
  add column released_pdf_sha256 text references stored_file,
  add check ((release_reason is null) = (released_pdf_sha256 is null));
create index report_version_released_file on report_version (released_pdf_sha256) where released_pdf_sha256 is not null;

-- Two reasons may be given for one release: a closed gate is passed over, and an incomplete report is released. Each keeps the file it made.
alter table release_override
  add column kind text not null default 'CLOSE_GATE' check (kind in ('CLOSE_GATE', 'INCOMPLETE')),
  add column pdf_sha256 text references stored_file,
  drop constraint release_override_pkey,
  add primary key (institution_id, report_id, version, at, kind);
create index release_override_file on release_override (pdf_sha256) where pdf_sha256 is not null;

-- What of a review is not rated and not signed is counted when it is made; of those made before it is counted here, as the review itself does.
update report_version v
set control_totals = v.control_totals || (
  select jsonb_build_object(
    'risks', count(*),
    'unrated', count(*) filter (where risk.words -> 'quantity' = 'null' or risk.words -> 'quality' = 'null' or risk.words -> 'direction' = 'null'),
    'unsigned', count(*) filter (where risk.words -> 'management' = 'null'))
  from jsonb_each(v.snapshot -> 'texts' -> 'risks') as risk (code, words)
  where risk.code <> 'PRICE' or v.snapshot -> 'asset' -> 'policies' @> '[{"accountType": "SEPARATE"}]')
from report r
where r.institution_id = v.institution_id and r.id = v.report_id and r.report_type = 'AnnualBoliReview';
