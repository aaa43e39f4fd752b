import { getMeQueryOptions } from '@auspex/sdk/react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useClient } from '../api/api.tsx'

/** Text that was typed but not saved. Drafts survive a reload and an expired session. */
interface Draft {
  readonly text: string
  /** The stored text when typing began. */
  readonly base: string
}

const prefix = 'auspex.draft'

/** Drafts are stored by person: the next person who signs in on this computer must not find them. */
const keyOf = (personId: string, draftKey: string) => `${prefix}.${personId}.${draftKey}`

export const readDraft = (personId: string, draftKey: string): Draft | null => {
  try {
    const json = localStorage.getItem(keyOf(personId, draftKey))
    const draft: unknown = json === null ? null : JSON.parse(json)
    return isDraft(draft) ? draft : null
  } catch {
    return null
  }
}

export const storeDraft = (personId: string, draftKey: string, draft: Draft): void => {
  try {
    localStorage.setItem(keyOf(personId, draftKey), JSON.stringify(draft))
  } catch {
    // Without storage the text is still on the screen.
  }
}

export const dropDraft = (personId: string, draftKey: string): void => {
  try {
    localStorage.removeItem(keyOf(personId, draftKey))
  } catch {
    // Without storage there is no draft.
  }
}

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' &&
  value !== null &&
  'text' in value &&
  typeof value.text === 'string' &&
  'base' in value &&
  typeof value.base === 'string'

type Values = Readonly<Record<string, string | number | null>>

interface FormDraft<Fields extends Values, Base extends Values> {
  readonly fields: Fields
  /** The initial values of the form, to detect that somebody else has changed them since. */
  readonly base: Base
}

/**
 * The unsent content of a form. It is stored in this browser until the form is sent or closed, so that neither a reload nor an
 * expired session loses it. `initial` defines the fields and their first values.
 */
export const useFormDraft = <Fields extends Values, Base extends Values>(
  draftKey: string,
  initial: { readonly fields: Fields; readonly base: Base },
) => {
  const client = useClient()
  const { data: me } = useQuery(getMeQueryOptions({ request: { client } }))
  const personId = me?.profile.id ?? null
  const { fields, base } = initial
  const storedForm = useMemo(
    () => (personId === null ? null : readForm<Fields, Base>(personId, draftKey)),
    [personId, draftKey],
  )
  const [isOver, setOver] = useState(false)
  const draft =
    !isOver && storedForm !== null && hasKeys(storedForm.fields, fields) && hasKeys(storedForm.base, base)
      ? storedForm
      : null
  return {
    /** Whether it is known who is typing, and so which draft to restore. */
    isReady: personId !== null,
    draft,
    keep: (typed: Fields) => {
      if (personId === null) return
      const draftText = { text: JSON.stringify(typed), base: JSON.stringify(draft?.base ?? base) }
      storeDraft(personId, draftKey, draftText)
    },
    drop: () => {
      setOver(true)
      if (personId !== null) dropDraft(personId, draftKey)
    },
  }
}

const readForm = <Fields extends Values, Base extends Values>(
  personId: string,
  draftKey: string,
): FormDraft<Fields, Base> | null => {
  const storedDraft = readDraft(personId, draftKey)
  if (storedDraft === null) return null
  try {
    const [fields, base]: unknown[] = [JSON.parse(storedDraft.text), JSON.parse(storedDraft.base)]
    // the values are checked by the caller, which knows the fields
    return isRecord(fields) && isRecord(base) ? { fields: fields as Fields, base: base as Base } : null
  } catch {
    return null
  }
}

const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Whether a stored draft has the fields of this version of the form. */
const hasKeys = (stored: Values, now: Values): boolean => {
  const isFieldValue = (value: unknown) => value === null || typeof value === 'string' || typeof value === 'number'
  return Object.keys(now).every((key) => key in stored && isFieldValue(stored[key]))
}
