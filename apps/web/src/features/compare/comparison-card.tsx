import { type ChartFile, pictureText, saveNumbers, savePicture } from '../../lib/chart-file.ts'
import { ChartFrame, type ChartFrameProps } from '../../ui/charts/chart-frame.tsx'

interface ComparisonCardProps extends Omit<ChartFrameProps, 'picture' | 'onPicture' | 'onNumbers'> {
  file: ChartFile
}

/** The chart of a comparison with its table view and its export. */
export const ComparisonCard = ({ file, ...frame }: ComparisonCardProps) => (
  <ChartFrame
    {...frame}
    picture={pictureText(frame.title, file)}
    onPicture={(picture) => savePicture(frame.title, file, picture)}
    onNumbers={() => saveNumbers(frame.title, file)}
  />
)
