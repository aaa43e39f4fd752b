import type { ClinicalTerm } from '@auspex/sdk/types'
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'

export interface TermOfStudy {
  nctId: string
  kind: ClinicalTerm['kind']
  folded: string
  term: string
}

export type ClinicalTermsRepository = ReturnType<typeof createClinicalTermsRepository>

/** SQL of the register's terms. */
export function createClinicalTermsRepository({ kysely }: Database) {
  return {
    /** Counts the terms of studies that were not read before; each study once. */
    async remember(nctIds: readonly string[], terms: readonly TermOfStudy[]): Promise<void> {
      await sql`
        with unread as (
          insert into clinical_study (nct_id) select distinct unnest(${nctIds}::text[]) on conflict do nothing returning nct_id
        ), given as (
          select * from unnest(
            ${terms.map(({ nctId }) => nctId)}::text[], ${terms.map(({ kind }) => kind)}::text[],
            ${terms.map(({ folded }) => folded)}::text[], ${terms.map(({ term }) => term)}::text[]
          ) as one (nct_id, kind, folded, term)
        )
        insert into clinical_term (kind, folded, term, studies)
        select kind, folded, min(term), count(distinct nct_id)::int
        from given join unread using (nct_id) group by kind, folded order by kind, folded
        on conflict (kind, folded) do update set studies = clinical_term.studies + excluded.studies`.execute(kysely)
    },

    /** Terms that begin with a text, or contain a word that does; those of the most studies first. */
    async find(folded: string, limit: number): Promise<ClinicalTerm[]> {
      const beginning = `${folded.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
      const { rows } = await sql<ClinicalTerm>`
        select term, kind, studies from clinical_term
        where folded like ${beginning} or folded like ${`% ${beginning}`}
        order by studies desc, folded limit ${limit}`.execute(kysely)
      return rows
    },
  }
}
