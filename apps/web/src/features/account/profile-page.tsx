import { Avatar, Box, Group } from '@mantine/core'
import type { UserProfile } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useClient } from '../../lib/api.tsx'
import { LinkButton } from '../../lib/link-button.tsx'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { meOptions } from './account.queries.ts'
import { BrowserSettings } from './browser-settings.tsx'
import { Colleagues } from './colleagues.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { ModuleList } from './module-list.tsx'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'

interface ProfilePageProps {
  /** Drawn only once there are preferences (specification §2). */
  renderPreferences: (user: UserProfile) => ReactNode
}

/** Who is signed in, with whom they work, and what they may use. */
export const ProfilePage = (props: ProfilePageProps) => {
  // the shell waits for it, so it is there
  const { data: user } = useQuery(meOptions(useClient()))
  return user && <Profile user={user} {...props} />
}

const Profile = ({ user, renderPreferences }: ProfilePageProps & { user: UserProfile }) => {
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
            ? 'You are in no group. An administrator adds people to groups; until then what you make is yours alone.'
            : 'Portfolios, projects and stories of a group are shared with everybody in it.'
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
      <Section title="What you work on" hint="Your answers decide which topics the home page suggests first.">
        {hasPreferences ? (
          <Card>{renderPreferences(user)}</Card>
        ) : (
          <LinkButton to="/" hash="getting-started" variant="default">
            Choose on the home page
          </LinkButton>
        )}
      </Section>
      <ModuleList user={user} />
      <BrowserSettings canRecord={user.isActivityRecorded} />
      <DeleteAccount email={profile.email} />
    </Page>
  )
}
