import { Box, Flex } from '@mantine/core'
import type { UserProfile } from '@auspex/sdk'
import { isModuleOn, moduleNames, moduleWords } from '../../lib/modules.ts'
import { Card } from '../../ui/card.tsx'
import { Section } from '../../ui/section.tsx'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'

const roleWords: Readonly<Record<string, string>> = {
  member: 'member',
  importer: 'importer (brings documents and prices)',
  godmode: 'administrator of this installation',
}

interface ModuleListProps {
  user: Pick<UserProfile, 'modules'>
  roles: readonly string[]
}

/** What the person may use; an administrator decides. */
export const ModuleList = ({ user, roles }: ModuleListProps) => (
  <Section
    title="What you may use"
    hint={`Your roles: ${roles.map((role) => roleWords[role] ?? role).join(', ') || 'none'}. An administrator switches modules on and off.`}
  >
    <Card padded={false}>
      <ul className={surfaces.lines} aria-label="Modules">
        {moduleNames.map((name) => {
          const isOn = isModuleOn(user, name)
          return (
            <Flex key={name} component="li" gap={16} align="center" justify="space-between" py={10} px={16}>
              <Box miw={0}>
                <p>{moduleWords[name].title}</p>
                <p className={textStyles.caption}>{moduleWords[name].meaning}</p>
              </Box>
              <span
                className={`${textStyles.state} ${textStyles.detail}`}
                data-state={isOn ? 'good' : undefined}
                style={{ flex: 'none' }}
              >
                {isOn ? 'On' : 'Off'}
              </span>
            </Flex>
          )
        })}
      </ul>
    </Card>
  </Section>
)
