import {
  Avatar,
  Box,
  Flex,
  TextInput,
  Group,
  Select,
  Stack,
  Switch,
  useMantineColorScheme,
  Button,
} from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type Person, type UserProfile, deleteMe, type AuspexClient } from '@auspex/sdk'
import { useState, type ReactNode } from 'react'
import { useQuery, useMutation } from '@tanstack/react-query'
import { getMeQueryOptions, previewMyDeletionQueryOptions } from '@auspex/sdk/react'
import { formatPlural } from '../../lib/numbers/format.ts'
import { Card, Section, Page } from '../../ui/page.tsx'
import { useClient } from '../../lib/api/api.tsx'
import { LinkButton } from '../../lib/links/link-button.tsx'
import { isModuleOn, moduleNames, moduleWords } from '../../lib/people/modules.ts'
import {
  setActivityRecorded,
  useActivityRecorded,
  type DateStyle,
  dateStyles,
  setDateStyle,
  useDateStyle,
} from '../../lib/storage/settings.ts'
import { useAccount } from '../../lib/people/account.tsx'
import { describeThings } from '../../lib/words/deletion-words.ts'
import { failureSentences } from '../../lib/api/failure.ts'
import { DeletionDialog } from '../../ui/deletion-dialog.tsx'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'
import { AccessTokens } from './access-tokens.tsx'
import classes from './module-list.module.css'

/** The number of colleagues that can be scanned at a glance; more are found by name. */
const maxColleagues = 8

const hasWords = ({ name, email }: Person, words: string) =>
  `${name ?? ''} ${email ?? ''}`.toLowerCase().includes(words.trim().toLowerCase())

/** The other people of the organization who have signed in. */
const Colleagues = ({ people }: { people: readonly Person[] }) => {
  const [words, setWords] = useState('')
  const matches = people.filter((person) => hasWords(person, words))
  return (
    <Section
      title="Your colleagues"
      hint={
        people.length === 0
          ? 'Nobody else in your organization has signed in yet. Once they do, you can send them signals.'
          : `${formatPlural(people.length, 'person', 'people')} you can send signals to.`
      }
      actions={
        people.length > maxColleagues && (
          <TextInput
            aria-label="Find a colleague"
            placeholder="Name or email"
            leftSection={<IconSearch size={15} aria-hidden />}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
        )
      }
    >
      {matches.length > 0 && (
        <Card padded={false}>
          <ul className={surfaces.lines} aria-label="Your colleagues">
            {matches.slice(0, maxColleagues).map((person) => (
              <Flex key={person.id} component="li" gap={12} align="center" py={10} px={16}>
                <Avatar
                  name={person.name ?? person.email ?? '?'}
                  color="iris"
                  size={32}
                  radius="xl"
                  alt=""
                  aria-hidden
                />
                <Box miw={0}>
                  <p className={textStyles.breakable}>{person.name ?? person.email ?? 'A colleague without a name'}</p>
                  {person.name !== null && person.email !== null && (
                    <p className={`${textStyles.caption} ${textStyles.breakable}`}>{person.email}</p>
                  )}
                </Box>
              </Flex>
            ))}
          </ul>
        </Card>
      )}
      {people.length > 0 && (matches.length === 0 || matches.length > maxColleagues) && (
        <Box component="p" className={textStyles.note} mt={10} role="status">
          {matches.length === 0
            ? `No colleagues match “${words.trim()}”.`
            : `${formatPlural(matches.length - maxColleagues, 'more', 'more')}. Type a name to find them.`}
        </Box>
      )}
    </Section>
  )
}

const meOptions = (client: AuspexClient) => getMeQueryOptions({ request: { client } })

/** Counted on every request: what is deleted is what exists at that moment. */
const myDeletionOptions = (client: AuspexClient) =>
  previewMyDeletionQueryOptions({ request: { client }, query: { staleTime: 0, gcTime: 0 } })

/** Deletes the person's own account. Without an email address there is nothing to confirm it with: an administrator has to do it. */
const DeleteAccount = ({ email }: { email: string | null }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Section
      id="delete-account"
      title="Delete your account"
      hint="This permanently deletes your account and everything you created, including what you share with your groups."
    >
      {email === null ? (
        <p className={textStyles.note}>Your account has no email address to confirm it with. Ask an administrator.</p>
      ) : (
        <Button variant="default" onClick={() => setOpen(true)}>
          Delete my account…
        </Button>
      )}
      {isOpen && email !== null && <Deletion email={email} onClose={() => setOpen(false)} />}
    </Section>
  )
}

const Deletion = ({ email, onClose }: { email: string; onClose: () => void }) => {
  const client = useClient()
  const account = useAccount()
  const preview = useQuery(myDeletionOptions(client))
  const removal = useMutation({
    mutationFn: (confirmation: string) => deleteMe({ confirmation }, { client }),
    onSuccess: () => account.signOut(),
  })
  const failure = removal.error ?? preview.error
  return (
    <DeletionDialog
      title="Delete your account?"
      action="Delete my account"
      goes={preview.data && describeThings(preview.data.things)}
      typed={{ words: email, what: 'email address of your account' }}
      failure={failure && failureSentences(failure)}
      isPending={removal.isPending || removal.isSuccess}
      onConfirm={(confirmation) => removal.mutate(confirmation)}
      onClose={onClose}
    >
      <p>
        This can’t be undone. Messages you sent stay with their recipients, without your name. The audit trail and the
        security log keep only an ID. You will be signed out right away.
      </p>
    </DeletionDialog>
  )
}

const dateWords: Record<DateStyle, string> = {
  'day-first': '3 Jan 2026',
  'month-first': 'Jan 3, 2026',
  iso: '2026-01-03',
}

/** Settings stored in this browser: the appearance of the app, and whether it records activity. */
const BrowserSettings = ({ canRecord }: { canRecord: boolean }) => {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const dateStyle = useDateStyle()
  const isRecorded = useActivityRecorded()
  return (
    <Section title="In this browser">
      <Card>
        <Stack gap={20}>
          <Switch
            label="Dark theme"
            checked={colorScheme === 'dark'}
            onChange={(event) => setColorScheme(event.currentTarget.checked ? 'dark' : 'light')}
          />
          <Select
            label="Dates"
            maw={220}
            data={dateStyles.map((value) => ({ value, label: dateWords[value] }))}
            value={dateStyle}
            allowDeselect={false}
            onChange={(value) => value !== null && setDateStyle(value)}
          />
          <Switch
            label="Record my activity"
            description={
              canRecord
                ? 'Records which pages you open and what you do, but not what you search for. Your colleagues and administrators can see it. It is not sent anywhere else.'
                : 'This installation records no activity.'
            }
            disabled={!canRecord}
            checked={canRecord && isRecorded}
            onChange={(event) => setActivityRecorded(event.currentTarget.checked)}
          />
        </Stack>
      </Card>
    </Section>
  )
}

const roleWords: Readonly<Record<string, string>> = {
  member: 'member',
  importer: 'importer, who can import documents and prices',
  godmode: 'administrator of this installation',
}

/** The modules that the person may use; an administrator decides. */
const ModuleList = ({ user }: { user: UserProfile }) => {
  const roles = user.roles.map((role) => roleWords[role] ?? role)
  const offCount = moduleNames.filter((name) => !isModuleOn(user, name)).length
  return (
    <Section
      title="What you can use"
      hint={`Your ${roles.length > 1 ? 'roles' : 'role'}: ${roles.join('; ') || roleWords['member']}. ${offCount === 0 ? 'Every module is on.' : `${formatPlural(offCount, 'module')} ${offCount === 1 ? 'is' : 'are'} off; an administrator can switch them on.`}`}
    >
      <Card>
        <ul className={classes.modules} aria-label="Modules">
          {moduleNames.map((name) => {
            const isOn = isModuleOn(user, name)
            return (
              <li key={name} data-off={!isOn || undefined}>
                <p className={classes.title}>
                  {moduleWords[name].title}
                  <span className={`${textStyles.state} ${textStyles.detail}`} data-state={isOn ? 'good' : undefined}>
                    {isOn ? 'On' : 'Off'}
                  </span>
                </p>
                <p className={textStyles.caption}>{moduleWords[name].meaning}</p>
              </li>
            )
          })}
        </ul>
      </Card>
    </Section>
  )
}

interface ProfilePageProps {
  /** Rendered only if there are preferences (specification §2). */
  renderPreferences: (user: UserProfile) => ReactNode
  /** What the person hears about, and how. */
  notifications: ReactNode
}

/** The signed-in person, their colleagues, and their modules. */
export const ProfilePage = (props: ProfilePageProps) => {
  // the shell waits for the profile, so it is available
  const { data: user } = useQuery(meOptions(useClient()))
  return user && <Profile user={user} {...props} />
}

const Profile = ({ user, renderPreferences, notifications }: ProfilePageProps & { user: UserProfile }) => {
  const { profile, organization, groups } = user
  const name = profile.name ?? profile.email ?? 'Signed in'
  const hasPreferences = Object.values(profile.preferences.params).some((choice) => choice !== null)
  return (
    <Page width="narrow">
      <title>Your profile · Auspex</title>
      <Group component="header" gap={16} wrap="nowrap">
        <Avatar name={name} color="iris" size={56} radius="xl" alt="" aria-hidden />
        <Box miw={0}>
          <h1 className={textStyles.breakable}>{name}</h1>
          <p className={`${textStyles.soft} ${textStyles.breakable}`}>
            {[profile.email === name ? null : profile.email, organization?.name ?? 'No organization']
              .filter(Boolean)
              .join(' · ')}
          </p>
        </Box>
      </Group>
      <Section
        title="Your groups"
        hint={
          groups.length === 0
            ? 'You are not in a group. An administrator can add you to one. Until then, only you can see what you create.'
            : 'Everyone in a group can see its portfolios, projects and stories.'
        }
      >
        {groups.length > 0 && (
          <Group component="ul" gap={8} aria-label="Your groups">
            {groups.map(({ id, name: groupName }) => (
              <li key={id} className={`${surfaces.chip} ${textStyles.breakable}`}>
                {groupName}
              </li>
            ))}
          </Group>
        )}
      </Section>
      <Colleagues people={user.contacts} />
      <Section title="What you work on" hint="Your answers shape the topics suggested on the home page.">
        {hasPreferences ? (
          <Card>{renderPreferences(user)}</Card>
        ) : (
          <LinkButton to="/" hash="getting-started" variant="default">
            Choose on the home page
          </LinkButton>
        )}
      </Section>
      {notifications}
      <ModuleList user={user} />
      <AccessTokens />
      <BrowserSettings canRecord={user.isActivityRecorded} />
      <DeleteAccount email={profile.email} />
    </Page>
  )
}
