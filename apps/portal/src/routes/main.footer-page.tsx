import type { HomeConf } from '@hc/contract/calls'
import { Html } from '../features/html.tsx'
import type { PageProps } from '../router/route.ts'

export default function FooterPage({ data }: PageProps<HomeConf['footer']['about']>) {
  return (
    <article className="page py-10">
      <h1 className="heading-2 mb-6">{data.title}</h1>
      <Html html={data.html} />
    </article>
  )
}
