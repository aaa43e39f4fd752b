import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { useClient } from '../../lib/api.tsx'
import { TopicBoxOptions } from './topic-box-options.tsx'
import { topicBoxOptions } from './trends.queries.ts'

const typingPauseMs = 120

/** Looks up topics, words, names and documents while somebody types. */
export const TopicBox = () => {
  const client = useClient()
  const navigate = useNavigate()
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [text, setText] = useState('')
  const [query] = useDebouncedValue(text.trim(), typingPauseMs)
  const { data, isError } = useQuery(topicBoxOptions(client, query))
  const result = text.trim() === '' || isError ? undefined : data
  const search = (term: string) => {
    combobox.closeDropdown()
    if (term.trim() !== '') void navigate({ to: '/search', search: { term: term.trim() } })
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    search(text)
  }
  return (
    <form role="search" aria-label="Look up a topic" onSubmit={submit} noValidate>
      <Combobox
        store={combobox}
        onOptionSubmit={(option) => {
          if (option.startsWith('sig_')) {
            combobox.closeDropdown()
            return void navigate({ to: '/signals/$signalId', params: { signalId: option } })
          }
          return search(option)
        }}
      >
        <Combobox.Target>
          <TextInput
            aria-label="Topic, name or headline"
            placeholder="Topic, name or headline"
            size="md"
            value={text}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            leftSection={<IconSearch size={18} stroke={1.8} aria-hidden />}
            onChange={(event) => {
              setText(event.currentTarget.value)
              combobox.openDropdown()
              combobox.resetSelectedOption()
            }}
            onBlur={() => combobox.closeDropdown()}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={result === undefined}>
          {result && <TopicBoxOptions result={result} text={text.trim()} />}
        </Combobox.Dropdown>
      </Combobox>
    </form>
  )
}
