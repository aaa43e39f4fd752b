import { Combobox, Flex, Modal, TextInput, useCombobox } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useClient } from '../../lib/api.tsx'
import { useSourceNames } from '../../lib/source-names.ts'
import { recentSearchesOptions } from './explore.queries.ts'
import { captionOf } from './query-caption.ts'
import { SuggestionOptions } from './suggestion-label.tsx'
import { useSuggestions } from './use-suggestions.ts'
import classes from './search-palette.module.css'
import textStyles from '../../ui/text-styles.module.css'

interface SearchPaletteProps {
  onClose: () => void
}

/** Search from anywhere: type, choose with the arrows, Enter. */
export const SearchPalette = ({ onClose }: SearchPaletteProps) => (
  <Modal.Root opened onClose={onClose} size={600} yOffset="12vh">
    <Modal.Overlay backgroundOpacity={0.3} />
    <Modal.Content aria-label="Search a topic" radius="lg">
      <PaletteBody onClose={onClose} />
    </Modal.Content>
  </Modal.Root>
)

const signalPrefix = 'signal:'
const termPrefix = 'term:'

const PaletteBody = ({ onClose }: { onClose: () => void }) => {
  const client = useClient()
  const nameSource = useSourceNames()
  const navigate = useNavigate()
  const combobox = useCombobox({ opened: true })
  const [typed, setTyped] = useState('')
  const suggestions = useSuggestions(typed)
  const { data: recent } = useQuery(recentSearchesOptions(client))
  const term = typed.trim()
  const matching = (recent?.items ?? [])
    .filter((item) => item.query.title.toLowerCase().includes(term.toLowerCase()))
    .slice(0, 6)

  const choose = (value: string) => {
    onClose()
    if (value.startsWith(signalPrefix))
      void navigate({ to: '/signals/$signalId', params: { signalId: value.slice(signalPrefix.length) } })
    else void navigate({ to: '/search', search: { term: value.slice(termPrefix.length) } })
  }

  return (
    <Combobox store={combobox} onOptionSubmit={choose}>
      <Combobox.EventsTarget>
        <TextInput
          data-autofocus
          aria-label="Topic"
          placeholder="Search a topic"
          variant="unstyled"
          size="lg"
          value={typed}
          maxLength={500}
          autoComplete="off"
          spellCheck={false}
          classNames={{ wrapper: classes.input }}
          leftSection={<IconSearch size={20} stroke={1.8} aria-hidden />}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            combobox.resetSelectedOption()
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && combobox.getSelectedOptionIndex() === -1 && term !== '')
              choose(`${termPrefix}${term}`)
          }}
        />
      </Combobox.EventsTarget>
      <Combobox.Options p={8} mah="55vh" style={{ overflowY: 'auto' }} aria-label="Results">
        {term !== '' && (
          <Combobox.Option value={`${termPrefix}${term}`}>
            <Flex component="span" className={textStyles.strong} gap={10} align="center">
              <IconSearch size={16} stroke={1.6} aria-hidden /> Search “{term}”
            </Flex>
          </Combobox.Option>
        )}
        {suggestions.length > 0 && (
          <Combobox.Group label="Suggestions">
            <SuggestionOptions suggestions={suggestions} toValue={(name) => `${termPrefix}${name}`} />
          </Combobox.Group>
        )}
        {matching.length > 0 && (
          <Combobox.Group label="Your signals">
            {matching.map((item) => (
              <Combobox.Option key={item.id} value={`${signalPrefix}${item.signalId}`}>
                <Flex component="span" className={textStyles.breakable} gap={10} align="baseline">
                  {item.query.title} <span className={textStyles.small}>{captionOf(item.query, nameSource)}</span>
                </Flex>
              </Combobox.Option>
            ))}
          </Combobox.Group>
        )}
        {term === '' && matching.length === 0 && <Combobox.Empty>Type a topic and press Enter</Combobox.Empty>}
      </Combobox.Options>
    </Combobox>
  )
}
