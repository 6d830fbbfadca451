/** Texts below their keys. A compiled text is a string or a list. */
export type Tree<Text = string> = { readonly [key: string]: Text | Tree<Text> }

const isTree = (value: unknown): value is Tree<unknown> => typeof value === 'object' && !Array.isArray(value)

/** The texts of both trees; where both have one, that of the upper. */
export const over = <Text>(below: Tree<Text>, above: Tree<Text>): Tree<Text> => ({
  ...below,
  ...Object.fromEntries(
    Object.entries(above).map(([key, text]) => {
      const under = below[key]
      return [key, isTree(text) && isTree(under) ? over(under, text) : text]
    }),
  ),
})
