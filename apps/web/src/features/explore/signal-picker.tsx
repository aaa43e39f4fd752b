import { Stack } from '@mantine/core'
import { useState } from 'react'
import { PendingSearch } from './pending-search.tsx'
import { SignalInput } from './signal-input.tsx'
import type { PickedSignal } from './signal-input.tsx'
import textStyles from '../../ui/text-styles.module.css'

export interface SignalPickerProps {
  /** Signals that were picked before. */
  pickedIds: readonly string[]
  /** Returns why no signal can be picked now; called before a search is sent. */
  refuse: () => string | undefined
  /** Adds the signal, or returns why it cannot be added. */
  onPick: (signal: PickedSignal) => string | undefined
}

/** Picks a signal by searching: what is typed is searched until it is a signal; one that a person looked at is there at once. */
export const SignalPicker = ({ pickedIds, refuse, onPick }: SignalPickerProps) => {
  const state = pickedIds.join()
  const [refusal, setRefusal] = useState<{ reason: string | undefined; state: string }>()
  const [terms, setTerms] = useState<readonly string[]>([])
  const [notice, setNotice] = useState<string | null>(null)
  const showReason = (reason: string | undefined) => setRefusal({ reason, state })
  const drop = (term: string) => setTerms((before) => before.filter((one) => one !== term))
  return (
    <Stack gap={10} flex="1 1 220px" maw={400}>
      <SignalInput
        pickedIds={pickedIds}
        // A reason stands until something changes.
        error={refusal?.state === state ? refusal.reason : undefined}
        onType={() => showReason(undefined)}
        mayChoose={() => {
          const reason = refuse()
          showReason(reason)
          return reason === undefined
        }}
        onPick={(signal) => showReason(onPick(signal))}
        onSearch={(term) => setTerms((before) => [...new Set([...before, term])])}
      />
      {terms.map((term) => (
        <PendingSearch
          key={term}
          term={term}
          onFound={({ notice: said, ...signal }) => {
            drop(term)
            setNotice(said)
            showReason(onPick(signal))
          }}
          onDismiss={() => drop(term)}
        />
      ))}
      {notice && (
        <p className={textStyles.detail} role="status">
          {notice}
        </p>
      )}
    </Stack>
  )
}
