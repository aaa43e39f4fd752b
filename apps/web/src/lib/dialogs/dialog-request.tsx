import type { CommentSubject } from './comments.tsx'
import type { CardContent, SharedKind } from '@auspex/sdk'
import { Menu } from '@mantine/core'
import { IconShare2 } from '@tabler/icons-react'
import { createContext, type PropsWithChildren, use } from 'react'

/** A thing that can be shared by a link. */
export interface ShareItem {
  readonly kind: SharedKind
  readonly itemId: string
  readonly title: string
}

/** Something that can become a card of a story. */
export interface CardOffer {
  readonly key: string
  readonly label: string
  readonly content: CardContent
  readonly caption?: string | null
}

/** A dialog of one feature that pages of other features open; the shell renders it. */
export type DialogRequest =
  | { readonly kind: 'share'; readonly item: ShareItem }
  | { readonly kind: 'comments'; readonly subject: CommentSubject }
  | { readonly kind: 'add-to-story'; readonly subject: string; readonly offers: readonly CardOffer[] }

type OpenDialog = (request: DialogRequest) => void

const DialogRequestContext = createContext<OpenDialog | null>(null)

export const DialogRequestProvider = ({ open, children }: PropsWithChildren<{ open: OpenDialog }>) => (
  <DialogRequestContext value={open}>{children}</DialogRequestContext>
)

/** Opens a dialog of another feature; null without a shell, as for a reader without an account. */
export const useDialogRequest = (): OpenDialog | null => use(DialogRequestContext)

/** Marks the buttons that open "Add to a story", so that the keyboard shortcut finds them. */
export const addMark = { 'data-add': '' } as const

/** The action of the shortcut: presses the "add" button of the focused row, or else that of the page. */
export const pressAdd = (): void => {
  const row = document.activeElement?.closest('li, article')
  const button = row?.querySelector<HTMLElement>('[data-add]') ?? document.querySelector<HTMLElement>('[data-add-page]')
  button?.click()
}

/** Opens the share links of a thing, from any menu of the app. */
export const ShareMenuItem = ({ item }: { item: ShareItem }) => {
  const openDialog = useDialogRequest()
  return (
    openDialog && (
      <Menu.Item
        leftSection={<IconShare2 size={16} stroke={1.6} aria-hidden />}
        onClick={() => openDialog({ kind: 'share', item })}
      >
        Share
      </Menu.Item>
    )
  )
}
