import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type PropsWithChildren, useLayoutEffect, useRef, useState } from 'react'

interface RowMenuProps {
  /** Of the button: "More for Mira Solberg". */
  label: string
  width: number
}

/**
 * What is done with a row, behind three dots. A menu keeps track of where it would float, which is most of the cost of a row that is scrolled
 * into view: until somebody opens it, it is the button alone.
 */
export const RowMenu = ({ label, ...menu }: PropsWithChildren<RowMenuProps>) => {
  const [isUsed, setUsed] = useState(false)
  return isUsed ? (
    <OpenedMenu label={label} {...menu} />
  ) : (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setUsed(true)}
    >
      <IconDots size={17} stroke={1.7} aria-hidden />
    </ActionIcon>
  )
}

const OpenedMenu = ({ label, width, children }: PropsWithChildren<RowMenuProps>) => {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    // it took the place of the button that was pressed, and the focus goes back to it when the menu is closed
    button.current?.focus()
    // oxlint-disable-next-line react/set-state-in-effect -- a menu that is open from its first drawing on does not know where the focus was
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
