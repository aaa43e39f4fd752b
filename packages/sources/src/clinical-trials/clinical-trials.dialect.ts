import type { Dialect } from '../query/dialect.types.ts'

const countryNames = new Intl.DisplayNames('en', { type: 'region' })

/** Essie expressions, the query syntax of ClinicalTrials.gov. */
export const clinicalTrialsDialect: Dialect = {
  key: 'clinical_trials',
  name: 'ClinicalTrials.gov',
  and: ' AND ',
  or: ' OR ',
  not: (part) => `NOT ${part}`,
  phrase: (words) => `"${words}"`,
  prefix: null,
  near: null,
  fields: { country: ({ value }) => `AREA[LocationCountry]"${countryNames.of(value.toUpperCase()) ?? value}"` },
  nesting: 'full',
  group: (part) => `(${part})`,
  maxLength: 1500,
}
