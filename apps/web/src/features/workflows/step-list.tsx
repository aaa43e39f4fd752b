import type { Workflow } from '@auspex/sdk'
import { IconHandStop } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../lib/api.tsx'
import { toolsOptions } from './workflows.queries.ts'
import classes from './workflows.module.css'
import textStyles from '../../ui/text-styles.module.css'

/** What a workflow does, step by step. */
export const StepList = ({ workflow }: { workflow: Workflow }) => {
  const { data } = useQuery(toolsOptions(useClient()))
  return (
    <ol className={classes.rows}>
      {workflow.steps.map(({ id, title, tool, approval }, place) => (
        <li key={id} className={classes.row}>
          <span className={classes.number}>{place + 1}</span>
          <div className={classes.grow}>
            <p className={textStyles.text}>{title}</p>
            <p className={textStyles.caption}>{data?.items.find(({ name }) => name === tool)?.description ?? tool}</p>
          </div>
          {approval && <IconHandStop size={17} stroke={1.7} role="img" aria-label="Asks you first" />}
        </li>
      ))}
    </ol>
  )
}
