import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type PropsWithChildren, useLayoutEffect, useRef, useState } from 'react'

interface RowMenuProps {
  /** The accessible name of the button: "More for Mira Solberg". */
  label: string
  width: number
}

/**
 * The actions on a row, behind three dots. A menu tracks its floating position, which is most of the cost of a row that scrolls
 * into view, so only the button is rendered until somebody opens it.
 */
export const RowMenu = ({ label, ...menu }: PropsWithChildren<RowMenuProps>) => {
  const [hasBeenOpened, setOpened] = useState(false)
  return hasBeenOpened ? (
    <OpenedMenu label={label} {...menu} />
  ) : (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setOpened(true)}
    >
      <IconDots size={17} stroke={1.7} aria-hidden />
    </ActionIcon>
  )
}

const OpenedMenu = ({ label, width, children }: PropsWithChildren<RowMenuProps>) => {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    // this button replaces the one that was pressed, and takes the focus so that it returns here when the menu closes
    button.current?.focus()
    // oxlint-disable-next-line react/set-state-in-effect -- a menu that is mounted open does not know where the focus was
    setOpen(true)
  }, [])
  return (
    <Menu position="bottom-end" width={width} opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <ActionIcon ref={button} variant="subtle" color="gray" aria-label={label}>
          <IconDots size={17} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
