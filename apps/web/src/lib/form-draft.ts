import { getMeQueryOptions } from '@auspex/sdk/react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useClient } from './api.tsx'
import { dropDraft, keepDraft, readDraft } from './drafts.ts'

type Values = Readonly<Record<string, string | number | null>>

export interface FormDraft<Fields extends Values, Base extends Values> {
  readonly fields: Fields
  /** What the form began with, so that somebody else's change since then is noticed. */
  readonly base: Base
}

/**
 * What is typed into a form that is not sent yet. It is kept in this browser until the form is sent or left, so that neither a reload nor
 * an expired session loses it. `initial` says which fields there are, and where the form begins.
 */
export const useFormDraft = <Fields extends Values, Base extends Values>(
  place: string,
  initial: { readonly fields: Fields; readonly base: Base },
) => {
  const client = useClient()
  const { data: me } = useQuery(getMeQueryOptions({ request: { client } }))
  const personId = me?.profile.id ?? null
  const { fields, base } = initial
  const stored = useMemo(() => (personId === null ? null : readForm<Fields, Base>(personId, place)), [personId, place])
  const [isOver, setOver] = useState(false)
  const draft =
    !isOver && stored !== null && hasKeys(stored.fields, fields) && hasKeys(stored.base, base) ? stored : null
  return {
    /** Whether it is known what this person typed before. */
    isReady: personId !== null,
    draft,
    keep: (typed: Fields) => {
      if (personId === null) return
      const kept = { text: JSON.stringify(typed), base: JSON.stringify(draft?.base ?? base) }
      keepDraft(personId, place, kept)
    },
    drop: () => {
      setOver(true)
      if (personId !== null) dropDraft(personId, place)
    },
  }
}

const readForm = <Fields extends Values, Base extends Values>(
  personId: string,
  place: string,
): FormDraft<Fields, Base> | null => {
  const kept = readDraft(personId, place)
  if (kept === null) return null
  try {
    const [fields, base]: unknown[] = [JSON.parse(kept.text), JSON.parse(kept.base)]
    // what they hold is looked at where it is known which fields there are
    return isRecord(fields) && isRecord(base) ? { fields: fields as Fields, base: base as Base } : null
  } catch {
    return null
  }
}

const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Whether something that lay in the browser is as this version of the form writes it. */
const hasKeys = (stored: Values, now: Values): boolean => {
  const fits = (value: unknown) => value === null || typeof value === 'string' || typeof value === 'number'
  return Object.keys(now).every((key) => key in stored && fits(stored[key]))
}
