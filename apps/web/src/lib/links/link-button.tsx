import { Button, type ButtonProps, Menu, type MenuItemProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'
import { IconSparkles } from '@tabler/icons-react'
import { useModules } from '../people/modules.ts'

const AnchorButton = (props: ButtonProps & Omit<ComponentPropsWithRef<'a'>, keyof ButtonProps>) => (
  <Button component="a" {...props} />
)

/** A link of the router that looks like a button. */
export const LinkButton = createLink(AnchorButton)

const AnchorItem = (props: MenuItemProps & Omit<ComponentPropsWithRef<'a'>, keyof MenuItemProps>) => (
  <Menu.Item component="a" {...props} />
)

/** A link of the router in a menu. */
export const LinkItem = createLink(AnchorItem)

interface AskZeusProps {
  /** The subject of the conversation. */
  about: {
    readonly signals?: readonly string[]
    readonly portfolio?: string
    readonly project?: string
    readonly story?: string
    readonly report?: string
  }
  /** The subject for a screen reader: "this report". */
  name: string
}

/** The maximum number of signals in one question. */
const maxSignals = 5

/** Opens a conversation with Zeus about the content of a page; renders nothing for people without Zeus. */
export const AskZeus = ({ about: { signals, ...about }, name }: AskZeusProps) => {
  const isOn = useModules()
  return (
    isOn('zeus') && (
      <LinkButton
        to="/zeus"
        search={{ ...about, ...(signals && { signals: signals.slice(0, maxSignals).join(',') }) }}
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
