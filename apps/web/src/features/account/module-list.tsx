import type { UserProfile } from '@auspex/sdk'
import { formatPlural } from '../../lib/format.ts'
import { isModuleOn, moduleNames, moduleWords } from '../../lib/modules.ts'
import { Card } from '../../ui/card.tsx'
import { Section } from '../../ui/section.tsx'
import classes from './module-list.module.css'
import textStyles from '../../ui/text-styles.module.css'

const roleWords: Readonly<Record<string, string>> = {
  member: 'member',
  importer: 'importer, who brings documents and prices',
  godmode: 'administrator of this installation',
}

interface ModuleListProps {
  user: Pick<UserProfile, 'modules' | 'roles'>
}

/** What the person may use; an administrator decides. */
export const ModuleList = ({ user }: ModuleListProps) => {
  const roles = user.roles.map((role) => roleWords[role] ?? role).join('; ') || roleWords['member']
  const off = moduleNames.filter((name) => !isModuleOn(user, name)).length
  return (
    <Section
      title="What you may use"
      hint={`Your role: ${roles}. ${off === 0 ? 'Every module is on.' : `${formatPlural(off, 'module')} ${off === 1 ? 'is' : 'are'} off; an administrator can switch them on.`}`}
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
