/** Shows a placeholder while a list loads. It appears after 200 ms, so that fast responses do not flicker. */
export function Skeleton({ rows = 6 }: { rows?: number }) {
  return (
    <div class="skeleton-rows" aria-hidden="true">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} class="skeleton h-9" />
      ))}
    </div>
  );
}
