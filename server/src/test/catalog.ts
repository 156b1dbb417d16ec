/** PostgreSQL's catalogs of the schema `public`, a line a thing: two databases whose lines are equal have the same schema, rights and policies. */
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'

interface Line {
  line: string
}
const QUERIES = [
  sql<Line>`select format('table %s: kind %s, row security %s, forced %s, %s, part of %s %s, comment %L, %s', c.relname, c.relkind, c.relrowsecurity, c.relforcerowsecurity,
      c.relowner::regrole, (select i.inhparent::regclass from pg_inherits i where i.inhrelid = c.oid), pg_get_expr(c.relpartbound, c.oid),
      obj_description(c.oid, 'pg_class'), array(select a::text from unnest(coalesce(c.relacl, acldefault(case c.relkind when 'S' then 's' else 'r' end::"char", c.relowner))) a order by 1)) as line
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind not in ('i', 'I')`,
  sql<Line>`select format('column %s.%s: place %s, %s, not null %s, default %s, identity %L, generated %L, comment %L, %s', c.relname, a.attname,
      row_number() over (partition by c.oid order by a.attnum), format_type(a.atttypid, a.atttypmod), a.attnotnull,
      (select pg_get_expr(d.adbin, d.adrelid) from pg_attrdef d where d.adrelid = c.oid and d.adnum = a.attnum), a.attidentity, a.attgenerated,
      col_description(c.oid, a.attnum), array(select x::text from unnest(a.attacl) x order by 1)) as line
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped`,
  sql<Line>`select format('right on system column %s.%s: %s', c.relname, a.attname, array(select x::text from unnest(a.attacl) x order by 1)) as line
    from pg_attribute a join pg_class c on c.oid = a.attrelid where c.relnamespace = 'public'::regnamespace and a.attnum < 0 and a.attacl is not null`,
  sql<Line>`select format('constraint %s on %s: %s, valid %s', k.conname, k.conrelid::regclass, pg_get_constraintdef(k.oid), k.convalidated) as line
    from pg_constraint k where k.connamespace = 'public'::regnamespace and k.conrelid <> 0 and k.contype <> 't'`,
  sql<Line>`select format('index %s: %s', i.indexrelid::regclass, pg_get_indexdef(i.indexrelid)) as line
    from pg_index i join pg_class c on c.oid = i.indrelid where c.relnamespace = 'public'::regnamespace`,
  sql<Line>`select format('sequence %s: %s from %s to %s, start %s, by %s, of %s', s.seqrelid::regclass, s.seqtypid::regtype, s.seqmin, s.seqmax, s.seqstart, s.seqincrement,
      (select d.refobjid::regclass || '.' || d.refobjsubid from pg_depend d where d.objid = s.seqrelid and d.deptype in ('a', 'i') and d.refclassid = 'pg_class'::regclass)) as line
    from pg_sequence s join pg_class c on c.oid = s.seqrelid where c.relnamespace = 'public'::regnamespace`,
  sql<Line>`select format('function %s: %s, %s, %s', p.oid::regprocedure, p.proowner::regrole, array(select a::text from unnest(coalesce(p.proacl, acldefault('f', p.proowner))) a order by 1),
      case when p.prokind = 'a' then (select format('%s %s %s', g.aggtransfn, g.aggtranstype::regtype, g.agginitval) from pg_aggregate g where g.aggfnoid = p.oid)
        else pg_get_functiondef(p.oid) end) as line
    from pg_proc p where p.pronamespace = 'public'::regnamespace and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  sql<Line>`select format('trigger %s: %s, %s', t.tgrelid::regclass, pg_get_triggerdef(t.oid), t.tgenabled) as line
    from pg_trigger t join pg_class c on c.oid = t.tgrelid where c.relnamespace = 'public'::regnamespace and not t.tgisinternal`,
  sql<Line>`select format('policy %s on %s: for %s to %s, permissive %s, using %s, check %s', p.polname, p.polrelid::regclass, p.polcmd,
      array(select r::regrole::text from unnest(p.polroles) r order by 1), p.polpermissive, pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)) as line
    from pg_policy p join pg_class c on c.oid = p.polrelid where c.relnamespace = 'public'::regnamespace`,
  sql<Line>`select format('type %s: %s', t.oid::regtype, t.typtype) as line from pg_type t
    where t.typnamespace = 'public'::regnamespace and t.typtype not in ('c', 'b') and not exists (select from pg_depend d where d.objid = t.oid and d.deptype = 'e')`,
  sql<Line>`select format('extension %s %s', extname, extversion) as line from pg_extension`,
  sql<Line>`select format('schema %s: %s, %s', nspname, nspowner::regrole, array(select a::text from unnest(nspacl) a order by 1)) as line from pg_namespace where nspname = 'public'`,
  sql<Line>`select format('default rights of %s on %s: %s', defaclrole::regrole, defaclobjtype, defaclacl) as line from pg_default_acl`,
]

export async function catalogOf(db: Db): Promise<string[]> {
  const lines: string[] = []
  for (const query of QUERIES) lines.push(...(await query.execute(db)).rows.map(({ line }) => line))
  return lines.sort()
}
