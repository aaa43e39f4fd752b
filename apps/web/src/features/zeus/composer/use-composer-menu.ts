import { type KeyboardEvent, useState } from 'react'
import { type Attachment, isAttached } from './attachment.ts'
import type { MenuOption } from './composer-menu.tsx'
import { matchCommands, type SlashCommand } from './slash-commands.ts'
import { type MenuToken, replaceToken, tokenAt } from './token-at.ts'
import { useWorkflows } from './use-workflows.ts'
import { useMentions } from './use-mentions.ts'

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

/** The menu of commands and mentions for what stands at the caret; null where there is nothing to choose. */
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

  /** Whether the menu took the key. */
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
