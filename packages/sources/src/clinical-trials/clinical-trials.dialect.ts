import { booleanOperators } from '../query/common-syntax.ts'
import type { Dialect } from '../query/dialect.types.ts'

const countryNames = new Intl.DisplayNames('en', { type: 'region' })

/** Essie expressions, the query syntax of ClinicalTrials.gov. */
export const clinicalTrialsDialect: Dialect = {
  key: 'clinical_trials',
  name: 'ClinicalTrials.gov',
  ...booleanOperators,
  fields: { country: ({ value }) => `AREA[LocationCountry]"${countryNames.of(value.toUpperCase()) ?? value}"` },
  maxLength: 1500,
}
