export {
  type Analyst,
  AnalystError,
  type AnalystEvent,
  type AnalystRequest,
  type AnalystTools,
  type AnalystTurn,
  type FollowUp,
  type ToolOutcome,
  type UnderstoodTopic,
  type Understanding,
} from './analyst.port.ts'
export { createReadTools } from './read-tools.ts'
