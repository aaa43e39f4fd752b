import { useEffect, useRef, type KeyboardEvent, useState } from 'react'
import type { Workflow } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { type Attachment, isAttached } from './suggestions.ts'
import { matchCommands, type SlashCommand } from './slash-commands.ts'
import { useClient } from '../../../lib/api/api.tsx'
import { chatWorkflowsOptions, recentSearchesOptions } from '../zeus.queries.ts'
import { portfolioChoicesOptions, projectsOptions } from '../../../lib/api/collection-options.ts'
import { useModules } from '../../../lib/people/modules.ts'
import classes from '../zeus.module.css'
import textStyles from '../../../ui/text-styles.module.css'

interface MenuOption {
  readonly key: string
  readonly label: string
  readonly hint: string
  readonly choose: () => void
}

interface ComposerMenuProps {
  id: string
  label: string
  options: readonly MenuOption[]
  current: number
}

/** The options for what is being typed. The field retains the focus; arrow keys and Enter work from there. */
export const ComposerMenu = ({ id, label, options, current }: ComposerMenuProps) => {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[current]?.scrollIntoView({ block: 'nearest' })
  }, [current])
  return (
    <div ref={list} id={id} className={classes.composerMenu} role="listbox" aria-label={label}>
      {options.map(({ key, label: words, hint, choose }, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above handles the keys
        <div
          key={key}
          id={`${id}-${index}`}
          className={classes.option}
          role="option"
          tabIndex={-1}
          aria-selected={index === current}
          // A press must not take the focus from the field.
          onPointerDown={(event) => event.preventDefault()}
          onClick={choose}
        >
          <span className={textStyles.strong}>{words}</span>
          <span className={`${textStyles.caption} ${textStyles.clip}`}>{hint}</span>
        </div>
      ))}
    </div>
  )
}

/** More of one kind would hide the others. */
const maxPerKind = 5

/** Things that can be mentioned, by the text after @; null sends no request. */
const useMentions = (words: string | null): readonly Attachment[] => {
  const client = useClient()
  const isOn = useModules()
  const isOpen = words !== null
  const { data: searches } = useQuery({ ...recentSearchesOptions(client), enabled: isOpen && isOn('explore') })
  const { data: portfolios } = useQuery({ ...portfolioChoicesOptions(client), enabled: isOpen && isOn('portfolios') })
  const { data: projects } = useQuery({ ...projectsOptions(client), enabled: isOpen && isOn('projects') })
  if (words === null) return []
  const lowerCaseWords = words.toLowerCase()
  const matching = (all: readonly Attachment[]) =>
    unique(all)
      .filter(({ label }) => label.toLowerCase().includes(lowerCaseWords))
      .slice(0, maxPerKind)
  return [
    ...matching(
      (searches?.items ?? []).map(({ signalId, query }) => ({
        kind: 'signal',
        id: signalId,
        label: query.subject ?? query.title,
      })),
    ),
    ...matching((portfolios?.items ?? []).map(({ id, title }) => ({ kind: 'portfolio', id, label: title }))),
    ...matching(
      (projects?.items ?? []).map(({ projectId, displayTitle }) => ({
        kind: 'project',
        id: projectId,
        label: displayTitle,
      })),
    ),
  ]
}

const unique = (all: readonly Attachment[]): readonly Attachment[] => [
  ...new Map(all.map((one) => [one.id, one])).values(),
]

/** Longer text after @ is not a name to look for. */
const maxMentionLength = 40

export const tokenAt = (text: string, caret: number): MenuToken | null => {
  const before = text.slice(0, caret)
  const command = /^\/(\p{L}*)$/u.exec(before)
  if (command) return { kind: 'command', words: command[1] ?? '', start: 0, end: caret }
  const mention = /(?:^|\s)@([^@\n]*)$/u.exec(before)
  const words = mention?.[1]
  if (words === undefined || words.length > maxMentionLength || /\s$/.test(words.slice(0, 1))) return null
  return { kind: 'mention', words, start: caret - words.length - 1, end: caret }
}

/** The text with the token replaced, and the new position of the caret. */
export const replaceToken = (text: string, { start, end }: MenuToken, words: string) => {
  const after = text.slice(end)
  const space = words !== '' && !/^\s/.test(after) ? ' ' : ''
  return { text: text.slice(0, start) + words + space + after, caret: start + words.length + space.length }
}

/** Workflows that can be started from here, by the beginning of a word in their titles; null sends no request. */
const useWorkflows = (words: string | null): readonly Workflow[] => {
  const { data } = useQuery({ ...chatWorkflowsOptions(useClient()), enabled: words !== null })
  if (words === null) return []
  const lowerCaseWords = words.toLowerCase()
  return (data?.items ?? []).filter(({ title }) =>
    title
      .toLowerCase()
      .split(/\s+/)
      .some((word) => word.startsWith(lowerCaseWords)),
  )
}

interface ComposerMenuOptions {
  readonly text: string
  readonly caret: number
  readonly attachments: readonly Attachment[]
  readonly onText: (text: string, caret: number) => void
  readonly onAttach: (attachment: Attachment) => void
  readonly onCommand: (command: SlashCommand) => void
  readonly onWorkflow: (workflowId: string) => void
}

const kinds: Record<Attachment['kind'], string> = {
  signal: 'Signal',
  portfolio: 'Portfolio',
  project: 'Project',
  story: 'Story',
  report: 'Report',
}

/** The menu of commands and mentions for the text at the caret; null if there is nothing to choose. */
export const useComposerMenu = ({
  text,
  caret,
  attachments,
  onText,
  onAttach,
  onCommand,
  onWorkflow,
}: ComposerMenuOptions) => {
  const [closed, setClosed] = useState<string | null>(null)
  const [at, setAt] = useState({ token: '', current: 0 })
  const token = tokenAt(text, caret)
  const tokenKey = token && `${token.kind}${token.start}${token.words}`
  const mentions = useMentions(token?.kind === 'mention' && tokenKey !== closed ? token.words : null)
  const workflows = useWorkflows(token?.kind === 'command' && tokenKey !== closed ? token.words : null)
  const options = token === null || tokenKey === closed ? [] : optionsOf(token)
  const current = at.token === tokenKey ? Math.min(at.current, options.length - 1) : 0

  function optionsOf(open: MenuToken): readonly MenuOption[] {
    const clear = (words: string) => {
      const next = replaceToken(text, open, words)
      onText(next.text, next.caret)
    }
    if (open.kind === 'command')
      return [
        ...matchCommands(open.words).map((command) => ({
          key: command.name,
          label: `/${command.name}`,
          hint: command.hint,
          choose: () => {
            clear('')
            onCommand(command)
          },
        })),
        ...workflows.map(({ id, title }) => ({
          key: id,
          label: title,
          hint: 'Workflow',
          choose: () => {
            clear('')
            onWorkflow(id)
          },
        })),
      ]
    return mentions
      .filter((one) => !isAttached(attachments, one))
      .map((attachment) => ({
        key: attachment.id,
        label: attachment.label,
        hint: kinds[attachment.kind],
        choose: () => {
          clear(attachment.label)
          onAttach(attachment)
        },
      }))
  }

  /** Whether the menu handled the key. */
  const handleKey = (event: KeyboardEvent): boolean => {
    if (options.length === 0 || event.nativeEvent.isComposing) return false
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (move !== undefined)
      setAt({ token: tokenKey ?? '', current: (current + move + options.length) % options.length })
    else if (event.key === 'Enter' || event.key === 'Tab') options[current]?.choose()
    else if (event.key === 'Escape') setClosed(tokenKey)
    else return false
    event.preventDefault()
    return true
  }
  return {
    menu:
      options.length === 0 || token === null
        ? null
        : { label: token.kind === 'command' ? 'Commands' : 'Mentions', options, current },
    handleKey,
  }
}

/** The text at the caret that opens a menu: a command at the start, or a mention anywhere. */
interface MenuToken {
  readonly kind: 'command' | 'mention'
  /** The text after the sign. */
  readonly words: string
  /** The position of the sign. */
  readonly start: number
  readonly end: number
}
