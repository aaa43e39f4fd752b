import { Button, Skeleton, ActionIcon, Box, Flex, Group, Menu, NativeSelect, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { IconDots, IconPlus, IconSearch, IconTrash } from '@tabler/icons-react'
import { EmptyState } from './empty-state.tsx'
import { ErrorView, type ErrorViewProps } from './error-view.tsx'
import { Page } from './page.tsx'
import { Picture } from './picture.tsx'
import layout from './layout.module.css'
import classes from './collection-list.module.css'
import surfaces from './surfaces.module.css'
import textStyles from './text-styles.module.css'

/** How many cards are shown at first and added with each press: rendering hundreds at once takes a second. */
const cardStep = 60

interface CardGridProps<Item> {
  /** The name of the list: "Projects". */
  label: string
  items: readonly Item[]
  /** The formatted total: "210 projects". */
  total: string
  renderCard: (item: Item) => ReactNode
}

/** A grid of cards, shown in steps. */
const CardGrid = <Item,>({ label, items, total, renderCard }: CardGridProps<Item>) => {
  const [room, setRoom] = useState(cardStep)
  const rest = items.length - room
  return (
    <>
      <ul className={layout.cards} aria-label={label}>
        {items.slice(0, room).map(renderCard)}
      </ul>
      {rest > 0 && (
        <Button variant="default" style={{ alignSelf: 'center' }} onClick={() => setRoom(room + cardStep)}>
          Show {Math.min(rest, cardStep)} more of {total}
        </Button>
      )}
    </>
  )
}

interface CardGridSkeletonProps {
  /** "Loading projects". */
  label: string
  count: number
  height: number
}

/** The placeholder for cards that are loading. */
const CardGridSkeleton = ({ label, count, height }: CardGridSkeletonProps) => (
  <div className={layout.cards} role="group" aria-busy="true" aria-label={label}>
    {Array.from({ length: count }, (_, index) => (
      <Skeleton key={index} height={height} radius="lg" />
    ))}
  </div>
)

interface CollectionListProps<Item> {
  /** "Projects". */
  title: string
  /** "project". */
  noun: string
  lead: string
  icon: ReactNode
  /** All of the person's and their groups'; undefined while they load. */
  items: readonly Item[] | undefined
  /** Those that match the search, in its order. */
  matching: readonly Item[]
  /** Why they could not be read. */
  failure: ErrorViewProps | null
  skeleton: { readonly count: number; readonly height: number }
  /** Why the list is empty; a button that creates the first is the only action by default. */
  empty: { readonly text: string; readonly action?: ReactNode }
  noMatch: { readonly title: string; readonly text?: string }
  /** "210 projects". */
  format: (count: number) => string
  find: string | undefined
  findHint: string
  onFind: (find: string | undefined) => void
  /** Filters besides the search. */
  filters?: ReactNode
  sort: string | undefined
  sorts: readonly { readonly value: string; readonly label: string }[]
  onSort: (sort: string) => void
  onShowAll: () => void
  onCreate: () => void
  renderCard: (item: Item) => ReactNode
  /** The dialog that creates one. */
  children: ReactNode
}

/** Below this many, a search field is not worthwhile. */
const minSearched = 5

/** The page of a person's portfolios or projects. */
export const CollectionList = <Item,>({
  title,
  noun,
  lead,
  failure,
  items,
  skeleton,
  onCreate,
  children,
  ...list
}: CollectionListProps<Item>) => (
  <Page>
    <title>{`${title} · Auspex`}</title>
    <Group gap="16px 32px" align="flex-end" justify="space-between">
      <div>
        <h1>{title}</h1>
        <p className={textStyles.lead}>{lead}</p>
      </div>
      {items !== undefined && items.length > 0 && (
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onCreate}>
          New {noun}
        </Button>
      )}
    </Group>
    {items === undefined ? (
      failure ? (
        <ErrorView {...failure} />
      ) : (
        <CardGridSkeleton label={`Loading ${noun}s`} {...skeleton} />
      )
    ) : items.length === 0 ? (
      <EmptyState
        icon={list.icon}
        title={`No ${noun} yet`}
        text={list.empty.text}
        action={list.empty.action ?? <Button onClick={onCreate}>New {noun}</Button>}
      />
    ) : (
      <Flex direction="column" gap={20}>
        {items.length >= minSearched && <CollectionSearch title={title} noun={noun} total={items.length} {...list} />}
        {list.matching.length === 0 ? (
          <EmptyState
            icon={<IconSearch size={22} aria-hidden />}
            {...list.noMatch}
            action={
              <Button variant="default" onClick={list.onShowAll}>
                Show all
              </Button>
            }
          />
        ) : (
          <CardGrid
            label={title}
            items={list.matching}
            total={list.format(list.matching.length)}
            renderCard={list.renderCard}
          />
        )}
      </Flex>
    )}
    {children}
  </Page>
)

type CollectionSearchProps = Omit<
  CollectionListProps<unknown>,
  'items' | 'renderCard' | 'lead' | 'failure' | 'skeleton' | 'onCreate' | 'children'
> & { total: number }

const CollectionSearch = ({
  title,
  noun,
  total,
  find,
  findHint,
  onFind,
  filters,
  sort,
  sorts,
  onSort,
  matching,
  format,
}: CollectionSearchProps) => (
  <Group gap={10} role="search" aria-label={title}>
    <TextInput
      aria-label={`Find a ${noun}`}
      placeholder={findHint}
      leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
      value={find ?? ''}
      onChange={(event) => onFind(event.currentTarget.value || undefined)}
      className={classes.find}
    />
    {filters}
    <NativeSelect
      aria-label="Order"
      value={sort ?? ''}
      onChange={(event) => onSort(event.currentTarget.value)}
      data={[{ value: '', label: 'Last changed' }, { value: 'title', label: 'By name' }, ...sorts]}
    />
    <span className={textStyles.note} role="status">
      {matching.length < total && `${matching.length} of ${format(total)}`}
    </span>
  </Group>
)

interface CollectionCardProps {
  title: string
  picture: Blob | null
  /** The title, as a link that covers the card. */
  link: ReactNode
  /** How much is in it, and who sees it. */
  facts: readonly string[]
  changed: ReactNode
  /** Items of the menu before "Delete". */
  menu?: ReactNode
  onDelete: () => void
  /** What is in it. */
  children: ReactNode
}

/** A portfolio or a project in the list. */
export const CollectionCard = ({
  title,
  picture,
  link,
  facts,
  changed,
  menu,
  onDelete,
  children,
}: CollectionCardProps) => (
  <li className={`${surfaces.panel} ${classes.card}`}>
    <Flex gap={14} align="flex-start">
      <Picture content={picture} title={title} />
      <Box miw={0}>
        <Box
          component="h2"
          className={`${textStyles.title} ${textStyles.breakable} ${classes.title}`}
          fz="lead"
          lh={1.35}
        >
          {link}
        </Box>
        <p className={textStyles.note}>{facts.join(' · ')}</p>
        <p className={textStyles.note}>{changed}</p>
      </Box>
      <div className={classes.menu}>
        <Menu position="bottom-end" width={200}>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={`More for ${title}`}>
              <IconDots size={17} stroke={1.7} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {menu}
            <Menu.Item leftSection={<IconTrash size={16} stroke={1.6} aria-hidden />} onClick={onDelete}>
              Delete
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
    </Flex>
    {children}
  </li>
)

/** What is in a collection, on its card. */
export const CollectionContent = ({ title, children }: { title: string; children: ReactNode }) => (
  <ul className={classes.content} aria-label={`In ${title}`}>
    {children}
  </ul>
)

/** What a card says of a collection with nothing in it. */
export const EmptyContent = ({ children }: { children: ReactNode }) => (
  <p className={`${textStyles.note} ${classes.content}`}>{children}</p>
)
