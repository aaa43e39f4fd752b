import { Modal, Stack, Switch } from '@mantine/core'
import { setModuleAccess, type User } from '@auspex/sdk'
import { describeFailure } from '../../lib/failure.ts'
import { isModuleOn, type ModuleName, moduleNames, moduleWords } from '../../lib/modules.ts'
import { nameOfPerson } from './names.ts'
import { type Change, useChange } from './use-change.ts'
import textStyles from '../../ui/text-styles.module.css'

/** The modules of one person, each with its switch. */
export const PersonModules = ({ person, onClose }: { person: User; onClose: () => void }) => {
  const change = useChange<unknown>()
  const name = nameOfPerson(person)
  const failure = change.error && describeFailure(change.error)
  return (
    <Modal opened onClose={onClose} title={`Modules of ${name}`} closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack gap={18}>
        <p className={textStyles.soft}>
          A module that is off hides its pages from {name} and refuses its calls within five seconds.
        </p>
        {failure && (
          <p className={textStyles.fault} role="alert">
            {failure.message}. {failure.detail}
          </p>
        )}
        {moduleNames.map((module) => (
          <Switch
            key={module}
            label={moduleWords[module].title}
            description={moduleWords[module].meaning}
            checked={isModuleOn(person, module)}
            disabled={change.isPending}
            onChange={(event) => change.mutate(toSwitch(person, module, event.currentTarget.checked))}
          />
        ))}
      </Stack>
    </Modal>
  )
}

const toSwitch = (person: User, module: ModuleName, access: boolean): Change<unknown> => ({
  run: (client) => setModuleAccess(person.id, { module, access }, { client }),
  say: () => sayAccess(person, module, access),
  undo: () => ({
    run: (client) => setModuleAccess(person.id, { module, access: !access }, { client }),
    say: () => sayAccess(person, module, !access),
  }),
})

const sayAccess = (person: User, module: ModuleName, access: boolean): string =>
  `${moduleWords[module].title} is ${access ? 'on' : 'off'} for ${nameOfPerson(person)}.`
