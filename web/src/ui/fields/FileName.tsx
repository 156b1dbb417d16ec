/** A file's name, which breaks after its own separators alone: browsers differ in where else they would cut it. */
import { Fragment } from 'react'

export const FileName = ({ name }: { name: string }) =>
  name.split(/(?<=[_\-.])(?=[^_\-.])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ))
