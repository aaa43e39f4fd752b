import { IconLock } from '@tabler/icons-react'
import { LinkButton } from '../../lib/links/link-button.tsx'
import { type ModuleName, moduleWords, useModules } from '../../lib/people/modules.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'

/** Shown instead of a page whose module is off: names the module and who can switch it on. */
export const ModuleOffView = ({ module }: { module: ModuleName }) => {
  const isOn = useModules()
  const { title, meaning } = moduleWords[module]
  return (
    <Page>
      <title>{`${title} is off · Auspex`}</title>
      <EmptyState
        level={1}
        icon={<IconLock size={22} stroke={1.7} aria-hidden />}
        title={`${title} is switched off for you`}
        text={
          <>{meaning}. An administrator of your organization can switch it on for you. What you made with it is kept.</>
        }
        action={
          isOn('explore') ? (
            <LinkButton to="/">Go to the home page</LinkButton>
          ) : (
            <LinkButton to="/inbox">Go to your inbox</LinkButton>
          )
        }
      />
    </Page>
  )
}
