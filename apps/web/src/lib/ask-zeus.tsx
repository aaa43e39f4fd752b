import { IconSparkles } from '@tabler/icons-react'
import { LinkButton } from './link-button.tsx'
import { useModules } from './modules.ts'

interface AskZeusProps {
  /** What the conversation begins with. */
  about: {
    readonly signals?: readonly string[]
    readonly portfolio?: string
    readonly project?: string
    readonly story?: string
    readonly report?: string
  }
  /** What is asked about, for a screen reader: "this report". */
  name: string
}

/** Signals that one question can be about. */
const mostSignals = 5

/** Leads to a conversation with Zeus about what a page shows; nothing for people without Zeus. */
export const AskZeus = ({ about: { signals, ...about }, name }: AskZeusProps) => {
  const isOn = useModules()
  return (
    isOn('zeus') && (
      <LinkButton
        to="/zeus"
        search={{ ...about, ...(signals && { signals: signals.slice(0, mostSignals).join(',') }) }}
        preload={false}
        variant="default"
        leftSection={<IconSparkles size={16} aria-hidden />}
        aria-label={`Ask Zeus about ${name}`}
      >
        Ask
      </LinkButton>
    )
  )
}
