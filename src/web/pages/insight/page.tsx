export default function Page() {
  return (
    <div class="inner">
      <h1>insight</h1>
    </div>
  );
}
