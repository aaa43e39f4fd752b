import type { RecentSearch, Portfolio, Project } from '@auspex/sdk'
import { Combobox, Flex, Kbd, Modal, TextInput, useCombobox, useMantineColorScheme } from '@mantine/core'
import { IconActivity, IconArrowRight, IconBolt, IconSearch } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useLocation, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { recentSearchesOptions } from '../../features/explore/explore.queries.ts'
import { captionOf } from '../../features/explore/query-caption.ts'
import { SuggestionOptions, useSuggestions } from '../../features/explore/suggestions.tsx'
import { useClient } from '../../lib/api/api.tsx'
import { portfolioChoicesOptions, projectsOptions } from '../../lib/api/collection-options.ts'
import { useSaveSignals } from '../../lib/dialogs/save-signals.tsx'
import { useAccount } from '../../lib/people/account.tsx'
import { useModules } from '../../lib/people/modules.ts'
import { useSourceNames } from '../../lib/words/source-names.ts'
import textStyles from '../../ui/text-styles.module.css'
import { createActionCommands } from './action-commands.ts'
import classes from './command-palette.module.css'
import { type Command, type CommandTools, readRecentCommands, rememberCommand, useAllowedCommands } from './command.ts'
import { createPageCommands } from '../pages.ts'
import { createReportCommands } from './report-commands.ts'

/** The commands that match the typed text, best first. Without a word all of them match, except things, which are offered by name only. */
const matchCommands = (commands: readonly Command[], text: string): readonly Command[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return commands.filter(({ kind }) => kind !== 'thing')
  return commands
    .map((command) => ({ command, score: scoreCommand(command, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ command }) => command)
}

/** Every word must match; a match in the title counts twice as much as one in the keywords. */
const scoreCommand = ({ title, keywords = '' }: Command, words: readonly string[]): number => {
  let sum = 0
  for (const word of words) {
    const score = Math.max(2 * scoreWord(title.toLowerCase(), word), scoreWord(keywords.toLowerCase(), word))
    if (score === 0) return 0
    sum += score
  }
  return sum
}

/** 4 at the start of the text, 3 at the start of a word, 2 inside a word, 1 for letters in order, as "mkrd" in "mark read". */
const scoreWord = (text: string, word: string): number => {
  if (text.startsWith(word)) return 4
  if (text.includes(` ${word}`)) return 3
  if (word.length > 1 && text.includes(word)) return 2
  return word.length > 2 && hasLettersInOrder(text, word) ? 1 : 0
}

/** Letters in order, the first at the start of a word: without that condition nearly everything matches. */
const hasLettersInOrder = (text: string, letters: string): boolean => {
  for (let start = 0; start !== -1 && start < text.length;) {
    let at = start
    let matched = 0
    while (at < text.length && matched < letters.length) {
      if (text[at] === letters[matched]) matched++
      at++
    }
    if (text[start] === letters[0] && matched === letters.length && at - start <= letters.length * 4) return true
    const space = text.indexOf(' ', start)
    start = space === -1 ? -1 : space + 1
  }
  return false
}

interface CommandPaletteProps {
  tell: CommandTools['tell']
  openShortcuts: CommandTools['openShortcuts']
  onClose: () => void
}

/** Search a topic, open a page or run an action, from anywhere: type, choose with the arrow keys, press Enter. */
export const CommandPalette = (props: CommandPaletteProps) => (
  <Modal.Root opened onClose={props.onClose} size={600} yOffset="12vh">
    <Modal.Overlay backgroundOpacity={0.3} />
    <Modal.Content aria-label="Search and commands" radius="lg">
      <PaletteBody {...props} />
    </Modal.Content>
  </Modal.Root>
)

const signalPrefix = 'signal:'
const termPrefix = 'term:'
const commandPrefix = 'command:'
/** As the first character it limits the list to commands, as in editors. */
const onlyCommands = '>'

const PaletteBody = ({ onClose, ...paletteProps }: CommandPaletteProps) => {
  const combobox = useCombobox({ opened: true })
  const [typed, setTyped] = useState('')
  const { commands, recent } = useCommands(paletteProps)
  const isOn = useModules()
  const canSearch = isOn('explore') && isOn('signals')
  const isCommand = typed.startsWith(onlyCommands)
  const text = (isCommand ? typed.slice(onlyCommands.length) : typed).trim()
  const term = isCommand || !canSearch ? '' : text
  const suggestions = useSuggestions(term)
  const matching = matchCommands(commands, text)
  const searches = isCommand || !isOn('signals') ? [] : matchSearches(recent, text)
  const open = useOpen(commands)

  const choose = (value: string) => {
    onClose()
    open(value)
  }
  const chooseFirst = () => {
    if (term !== '') choose(`${termPrefix}${term}`)
    else if (text !== '' && matching[0]) choose(`${commandPrefix}${matching[0].id}`)
  }

  return (
    <Combobox store={combobox} onOptionSubmit={choose}>
      <Combobox.EventsTarget>
        <TextInput
          data-autofocus
          aria-label="Topic or command"
          placeholder={canSearch ? 'Topic, or > for commands' : 'Page or command'}
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
            // The list is always open, so it would keep Escape from the dialog.
            if (event.key === 'Escape') onClose()
            // this Enter ends a word that is still being composed, as in Japanese
            if (event.nativeEvent.isComposing) return
            if (event.key !== 'Enter' || combobox.getSelectedOptionIndex() !== -1) return
            // The focus returns to its previous element, perhaps a field whose form this key would submit.
            event.preventDefault()
            chooseFirst()
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
        {text === '' && !isCommand ? (
          <EverythingByKind commands={commands} searches={searches} />
        ) : (
          <>
            <SearchGroup searches={searches} />
            <CommandGroup label="Commands" commands={matching} />
          </>
        )}
        {(isCommand || !canSearch) && matching.length === 0 && <Combobox.Empty>No matching commands</Combobox.Empty>}
      </Combobox.Options>
      <KeyHints />
    </Combobox>
  )
}

const maxSearches = 6

const matchSearches = (searches: readonly RecentSearch[], text: string): readonly RecentSearch[] =>
  searches.filter(({ query }) => query.title.toLowerCase().includes(text.toLowerCase())).slice(0, maxSearches)

/** Opens the signal or the search, or runs the command, that the value of an option names. */
const useOpen = (commands: readonly Command[]) => {
  const navigate = useNavigate()
  return (value: string): void => {
    if (value.startsWith(signalPrefix))
      return void navigate({ to: '/signals/$signalId', params: { signalId: value.slice(signalPrefix.length) } })
    if (value.startsWith(termPrefix))
      return void navigate({ to: '/search', search: { term: value.slice(termPrefix.length) } })
    const command = commands.find(({ id }) => id === value.slice(commandPrefix.length))
    if (!command) return undefined
    rememberCommand(command.id)
    return void command.run()
  }
}

interface EverythingByKindProps {
  commands: readonly Command[]
  searches: readonly RecentSearch[]
}

/** What is offered before anything is typed. */
const EverythingByKind = ({ commands, searches }: EverythingByKindProps) => {
  const ofKind = (kind: Command['kind']) => commands.filter((command) => command.kind === kind)
  const recentCommands = readRecentCommands().flatMap((id) => commands.find((command) => command.id === id) ?? [])
  return (
    <>
      <CommandGroup label="Recent commands" commands={recentCommands} />
      <SearchGroup searches={searches} />
      <CommandGroup label="This report" commands={ofKind('report')} />
      <CommandGroup label="Pages" commands={ofKind('page')} />
      <CommandGroup label="Actions" commands={ofKind('action')} />
    </>
  )
}

const KeyHints = () => (
  <div className={`${textStyles.small} ${classes.hints}`} aria-hidden>
    <span>
      <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> choose
    </span>
    <span>
      <Kbd size="xs">Enter</Kbd> open
    </span>
    <span>
      <Kbd size="xs">&gt;</Kbd> commands only
    </span>
    <span>
      <Kbd size="xs">Esc</Kbd> close
    </span>
  </div>
)

const SearchGroup = ({ searches }: { searches: readonly RecentSearch[] }) => {
  const nameSource = useSourceNames()
  if (searches.length === 0) return null
  return (
    <Combobox.Group label="Your signals">
      {searches.map(({ id, signalId, query }) => (
        <Combobox.Option key={id} value={`${signalPrefix}${signalId}`}>
          <Flex component="span" className={textStyles.breakable} gap={10} align="center">
            <IconActivity size={16} stroke={1.6} color="var(--ink-3)" aria-hidden style={{ flex: 'none' }} />
            <span>
              {query.title} <span className={textStyles.small}>{captionOf(query, nameSource)}</span>
            </span>
          </Flex>
        </Combobox.Option>
      ))}
    </Combobox.Group>
  )
}

const CommandGroup = ({ label, commands }: { label: string; commands: readonly Command[] }) => {
  if (commands.length === 0) return null
  return (
    <Combobox.Group label={label}>
      {commands.map(({ id, title, kind, keys }) => {
        const Icon = kind === 'page' || kind === 'thing' ? IconArrowRight : IconBolt
        return (
          <Combobox.Option key={id} value={`${commandPrefix}${id}`} className={classes.option}>
            <Flex component="span" gap={10} align="center" miw={0}>
              <Icon size={16} stroke={1.6} color="var(--ink-3)" aria-hidden style={{ flex: 'none' }} />
              <span className={textStyles.breakable}>{title}</span>
            </Flex>
            {keys && (
              <Kbd size="xs" aria-hidden>
                {keys.toUpperCase()}
              </Kbd>
            )}
          </Combobox.Option>
        )
      })}
    </Combobox.Group>
  )
}

/** Every command available on the current page. */
const useCommands = ({ tell, openShortcuts }: Pick<CommandTools, 'tell' | 'openShortcuts'>) => {
  const client = useClient()
  const isAllowed = useAllowedCommands()
  const { data } = useQuery({ ...recentSearchesOptions(client), enabled: isAllowed({ modules: ['explore'] }) })
  // lists that fail to load are omitted: the palette has more to offer
  const { data: portfolios } = useQuery({
    ...portfolioChoicesOptions(client),
    enabled: isAllowed({ modules: ['portfolios'] }),
  })
  const { data: projects } = useQuery({ ...projectsOptions(client), enabled: isAllowed({ modules: ['projects'] }) })
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { pathname } = useLocation()
  const recent = data?.items ?? []
  const tools: CommandTools = {
    client,
    queryClient: useQueryClient(),
    router: useRouter(),
    navigate: useNavigate(),
    account: useAccount(),
    recent,
    signalId: /^\/signals\/(\w+)/.exec(pathname)?.[1] ?? null,
    theme: colorScheme === 'dark' ? 'dark' : 'light',
    setTheme: setColorScheme,
    tell,
    saveSignals: useSaveSignals(),
    openShortcuts,
  }
  const commands: readonly Command[] = [
    ...createReportCommands(tools),
    ...createPageCommands(tools),
    ...createActionCommands(tools),
    ...createThingCommands(tools, { portfolios: portfolios?.items ?? [], projects: projects?.items ?? [] }),
  ]
  return { commands: commands.filter(isAllowed), recent }
}

interface Things {
  readonly portfolios: readonly Portfolio[]
  readonly projects: readonly Project[]
}

/** The person's things, offered by name. */
const createThingCommands = ({ navigate }: CommandTools, { portfolios, projects }: Things): readonly Command[] => [
  ...portfolios.map(({ id, title }): Command => ({
    id: `portfolio.${id}`,
    title: `Portfolio: ${title}`,
    kind: 'thing',
    modules: ['portfolios'],
    run: () => navigate({ to: '/portfolios/$portfolioId', params: { portfolioId: id } }),
  })),
  ...projects.map(({ projectId, displayTitle }): Command => ({
    id: `project.${projectId}`,
    title: `Project: ${displayTitle}`,
    kind: 'thing',
    modules: ['projects'],
    run: () => navigate({ to: '/projects/$projectId', params: { projectId } }),
  })),
]
