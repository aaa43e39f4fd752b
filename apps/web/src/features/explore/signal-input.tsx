import { Combobox, Flex, TextInput, useCombobox } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useClient } from '../../lib/api.tsx'
import { useSourceNames } from '../../lib/source-names.ts'
import { recentSearchesOptions } from './explore.queries.ts'
import { captionOf } from './query-caption.ts'
import { SuggestionOptions } from './suggestion-label.tsx'
import { useSuggestions } from './use-suggestions.ts'
import textStyles from '../../ui/text-styles.module.css'

interface SignalInputProps {
  pickedIds: readonly string[]
  error: string | undefined
  onType: () => void
  /** Whether anything may be chosen now; it says why not. */
  mayChoose: () => boolean
  onPick: (signal: PickedSignal) => void
  onSearch: (term: string) => void
}

const signalPrefix = 'signal:'
const termPrefix = 'term:'

/** Where a signal to add is typed, with the person's own signals and suggestions below. */
export const SignalInput = ({ pickedIds, error, onType, mayChoose, onPick, onSearch }: SignalInputProps) => {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [typed, setTyped] = useState('')
  const suggestions = useSuggestions(typed)
  const { data } = useQuery(recentSearchesOptions(useClient()))
  const nameSource = useSourceNames()
  const term = typed.trim()
  const own = (data?.items ?? [])
    .filter(
      ({ signalId, query }) => !pickedIds.includes(signalId) && query.title.toLowerCase().includes(term.toLowerCase()),
    )
    .slice(0, 6)

  const choose = (value: string) => {
    combobox.closeDropdown()
    if (!mayChoose()) return
    setTyped('')
    const item = own.find(({ signalId }) => `${signalPrefix}${signalId}` === value)
    if (item) onPick({ id: item.signalId, title: item.query.title })
    else onSearch(value.slice(termPrefix.length))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (term !== '' && combobox.getSelectedOptionIndex() === -1) choose(`${termPrefix}${term}`)
  }

  return (
    <form onSubmit={submit}>
      <Combobox store={combobox} onOptionSubmit={choose}>
        <Combobox.Target>
          <TextInput
            aria-label="Add a signal"
            placeholder={pickedIds.length === 0 ? 'Search a topic' : 'Add a signal'}
            value={typed}
            error={error}
            errorProps={{ role: 'alert' }}
            maxLength={500}
            autoComplete="off"
            spellCheck={false}
            leftSection={<IconPlus size={16} stroke={1.9} aria-hidden />}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              onType()
              combobox.openDropdown()
              combobox.resetSelectedOption()
            }}
            onFocus={() => combobox.openDropdown()}
            onClick={() => combobox.openDropdown()}
            onBlur={() => combobox.closeDropdown()}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={term === '' && own.length === 0}>
          <Combobox.Options mah={320} style={{ overflowY: 'auto' }} aria-label="Signals to add">
            {term !== '' && (
              <Combobox.Option value={`${termPrefix}${term}`}>
                <Flex component="span" gap={8} align="center">
                  <IconSearch size={16} stroke={1.6} aria-hidden /> Search “{term}”
                </Flex>
              </Combobox.Option>
            )}
            {own.length > 0 && (
              <Combobox.Group label="Your signals">
                {own.map((item) => (
                  <Combobox.Option key={item.id} value={`${signalPrefix}${item.signalId}`}>
                    {item.query.title} <span className={textStyles.caption}>{captionOf(item.query, nameSource)}</span>
                  </Combobox.Option>
                ))}
              </Combobox.Group>
            )}
            <SuggestionOptions
              suggestions={suggestions.filter((suggestion) => suggestion.term !== term)}
              toValue={(name) => `${termPrefix}${name}`}
            />
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
    </form>
  )
}

/** A signal as somebody chose it. */
export interface PickedSignal {
  readonly id: string
  readonly title: string
}
