export default function Page() {
  return (
    <div class="inner">
      <h1>review</h1>
    </div>
  );
}
