import * as v from 'valibot';

/** The answer to whoever wants to be forgotten. */
export const erasureSchema = v.object({
  player: v.string(),
  name: v.pipe(v.string(), v.description('What his results are shown under from now on.')),
  done: v.pipe(
    v.boolean(),
    v.description('Nothing is left; else it takes a few minutes, and then he may come again.'),
  ),
});
export type ErasureView = v.InferOutput<typeof erasureSchema>;
