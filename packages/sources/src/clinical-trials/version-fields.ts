import { toPlainText } from '../text/plain-text.ts'

/** Maximum length of a stored field value; longer ones are compared by their beginning. */
const maxLength = 20_000
/** People and their contact details: in the register, but not stored here. */
const persons = new Set([
  'centralContacts',
  'overallOfficials',
  'contacts',
  'investigatorFullName',
  'investigatorAffiliation',
])

/**
 * The fields of a record by path, each as text, so that two versions can be compared field by field. A list is one field: otherwise an endpoint that
 * moved down in a list would change all that follow it.
 */
export function toVersionFields(section: Record<string, unknown>): Record<string, string> {
  const fields: Record<string, string> = {}
  const visit = (value: unknown, path: string): void => {
    if (value === null || value === undefined) return
    if (Array.isArray(value)) {
      const text = value.map(toText).filter(Boolean).join('\n')
      if (text !== '') fields[path] = text.slice(0, maxLength).toWellFormed()
    } else if (typeof value === 'object') {
      for (const [key, inner] of Object.entries(value))
        if (!persons.has(key)) visit(inner, path === '' ? key : `${path}.${key}`)
    } else {
      const text = toText(value)
      if (text !== '') fields[path] = text.slice(0, maxLength).toWellFormed()
    }
  }
  visit(section, '')
  return fields
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(toText).filter(Boolean).join(', ')
  if (typeof value === 'object')
    return Object.entries(value)
      .filter(([key]) => !persons.has(key) && key !== 'geoPoint')
      .map(([, inner]) => toText(inner))
      .filter(Boolean)
      .join(' · ')
  return typeof value === 'string' ? toPlainText(value) : JSON.stringify(value)
}
