import { Avatar, Button, Group, Menu } from '@mantine/core'
import { IconPencil, IconTrash, IconUserCheck, IconUserOff } from '@tabler/icons-react'
import type { User } from '@auspex/sdk'
import { formatDay, formatInstant } from '../../lib/time/format.ts'
import { moduleNames } from '../../lib/people/modules.ts'
import type { PagedColumn } from '../../ui/paged-table.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { EmailAddress, actionsColumn, nameOfPerson, organizationColumn } from './names.tsx'
import classes from './administration.module.css'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'

/** The dialog that is open over the list. */
export interface OpenedPerson {
  readonly kind: 'modules' | 'access' | 'name' | 'deletion'
  readonly person: User
}

/** The columns of the list of people. */
export const peopleColumns = (
  nameOf: (organizationId: string | null) => string,
  onOpen: (opened: OpenedPerson) => void,
): readonly PagedColumn<User>[] => [
  {
    key: 'lastName',
    title: 'Name',
    sortable: true,
    renderCell: (person) => (
      <span className={classes.identity}>
        <Avatar name={nameOfPerson(person)} color="iris" size={32} radius="xl" alt="" aria-hidden />
        <span className={textStyles.breakable}>
          {nameOfPerson(person)}
          {person.disabledAt !== null && (
            <>
              {' '}
              <span className={`${surfaces.badge} ${surfaces.fault}`} title={formatInstant(person.disabledAt)}>
                Disabled
              </span>
            </>
          )}
          {person.email !== null && nameOfPerson(person) !== person.email && (
            <span className={`${textStyles.caption} ${classes.second}`}>
              <EmailAddress email={person.email} />
            </span>
          )}
        </span>
      </span>
    ),
  },
  organizationColumn(nameOf),
  {
    key: 'roles',
    isText: true,
    title: 'Roles',
    renderCell: ({ roles }) => roles.filter((role) => role !== 'member').join(', ') || 'member',
  },
  {
    key: 'modules',
    title: 'Modules',
    renderCell: (person) => (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Modules of ${nameOfPerson(person)}: ${describeModules(person)}`}
        onClick={() => onOpen({ kind: 'modules', person })}
      >
        {describeModules(person)}
      </Button>
    ),
  },
  {
    key: 'lastSeenAt',
    title: 'Last seen',
    sortable: true,
    renderCell: ({ lastSeenAt }) => (lastSeenAt === null ? 'Never signed in' : formatDay(lastSeenAt)),
  },
  { key: 'createdAt', title: 'Added', sortable: true, renderCell: ({ createdAt }) => formatDay(createdAt) },
  actionsColumn((person) => <PersonMenu person={person} onOpen={onOpen} />),
]

const describeModules = ({ modules }: User): string => {
  const offCount = modules.filter(({ access }) => !access).length
  return offCount === 0 ? 'All on' : `${moduleNames.length - offCount} of ${moduleNames.length} on`
}

interface PersonMenuProps {
  person: User
  onOpen: (opened: OpenedPerson) => void
}

const PersonMenu = ({ person, onOpen }: PersonMenuProps) => (
  <Group justify="flex-end">
    <RowMenu label={`More for ${nameOfPerson(person)}`} width={200}>
      <Menu.Item
        leftSection={<IconPencil size={16} stroke={1.6} aria-hidden />}
        onClick={() => onOpen({ kind: 'name', person })}
      >
        Change the name
      </Menu.Item>
      <Menu.Item
        leftSection={
          person.disabledAt === null ? (
            <IconUserOff size={16} stroke={1.6} aria-hidden />
          ) : (
            <IconUserCheck size={16} stroke={1.6} aria-hidden />
          )
        }
        color={person.disabledAt === null ? 'red' : undefined}
        onClick={() => onOpen({ kind: 'access', person })}
      >
        {person.disabledAt === null ? 'Disable…' : 'Enable again…'}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconTrash size={16} stroke={1.6} aria-hidden />}
        color="red"
        onClick={() => onOpen({ kind: 'deletion', person })}
      >
        Delete…
      </Menu.Item>
    </RowMenu>
  </Group>
)
