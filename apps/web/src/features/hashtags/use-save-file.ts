import { useMutation } from '@tanstack/react-query'
import { describeFailure } from '../../lib/failure.ts'

/** Fetches the content of a file and downloads it; an error is shown beside the button. */
export const useSaveFile = (saveFile: () => Promise<void>) => {
  const { mutate, isPending, error } = useMutation({ mutationFn: saveFile })
  return {
    save: () => mutate(),
    isSaving: isPending,
    failure: error === null ? null : `The file could not be made. ${describeFailure(error).detail ?? ''}`.trim(),
  }
}
