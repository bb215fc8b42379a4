"""The same talks with each Python client: `python clients.py BASE_URL` prints what each got."""

import asyncio
import json
import os
import sys

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
os.environ["OPENAI_API_KEY"] = "x"

import litellm
from agents import Agent as OpenAIAgent
from agents import OpenAIChatCompletionsModel, Runner, function_tool, set_tracing_disabled
from agents import OpenAIResponsesModel as AgentsResponsesModel
from langchain_core.messages import HumanMessage
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from openai import AsyncOpenAI
from openai.types.chat import ChatCompletionMessage
from pydantic import BaseModel
from pydantic_ai import Agent
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
from pydantic_ai.providers.openai import OpenAIProvider

URL = sys.argv[1]
SECOND = "What is it called?"
talks = {}
set_tracing_disabled(True)
litellm.suppress_debug_info = True


class Person(BaseModel):
    name: str
    city: str


def weather(city: str) -> str:
    """The weather somewhere."""
    return f"sunny in {city}"


def first_of(name):
    return f"My {name} dog is called Rex."


def weather_of(name):
    return f"What is the weather with {name}?"


async def langchain(name, **options):
    model = ChatOpenAI(model="test-model", base_url=URL, max_retries=0, **options)
    messages = [HumanMessage(first_of(name))]
    whole = None
    async for chunk in model.astream(messages):
        whole = chunk if whole is None else whole + chunk
    second = await model.ainvoke([*messages, whole, HumanMessage(SECOND)])
    bound = model.bind_tools([tool(weather)])
    asked = [*messages, whole, HumanMessage(SECOND), second, HumanMessage(weather_of(name))]
    called = await bound.ainvoke(asked)
    results = [tool(weather).invoke(call) for call in called.tool_calls]
    tools = await bound.ainvoke([*asked, called, *results])
    person = await model.with_structured_output(Person, method="json_schema").ainvoke("Who?")
    talks[name] = {
        "first": whole.text,
        "second": second.text,
        "tools": tools.text,
        "object": person.model_dump(),
    }


async def pydantic_ai(name, kind):
    model = kind("test-model", provider=OpenAIProvider(base_url=URL))
    agent = Agent(model, instructions="Be kind.")
    async with agent.run_stream(first_of(name)) as streamed:
        first = await streamed.get_output()
    second = await agent.run(SECOND, message_history=streamed.all_messages())
    helped = Agent(model, instructions="Be kind.", tools=[weather])
    tools = await helped.run(weather_of(name), message_history=second.all_messages())
    person = await Agent(model, output_type=Person).run("Who?")
    talks[name] = {
        "first": first,
        "second": second.output,
        "tools": tools.output,
        "object": person.output.model_dump(),
    }


async def agents(name, kind, by_id=False):
    model = kind(model="test-model", openai_client=AsyncOpenAI(base_url=URL, max_retries=0))
    agent = OpenAIAgent(name="A", instructions="Be kind.", model=model)
    first = Runner.run_streamed(agent, first_of(name))
    async for _ in first.stream_events():
        pass

    def after(run, agent, text):
        if by_id:
            return Runner.run(agent, text, previous_response_id=run.last_response_id)
        return Runner.run(agent, [*run.to_input_list(), {"role": "user", "content": text}])

    second = await after(first, agent, SECOND)
    helped = OpenAIAgent(name="T", model=model, tools=[function_tool(weather)])
    tools = await after(second, helped, weather_of(name))
    who = await Runner.run(OpenAIAgent(name="P", model=model, output_type=Person), "Who?")
    talks[name] = {
        "first": first.final_output,
        "second": second.final_output,
        "tools": tools.final_output,
        "object": who.final_output.model_dump(),
    }


async def ask_litellm(messages, **more):
    return await litellm.acompletion(
        model="openai/test-model", api_base=URL, api_key="x", messages=messages, **more
    )


async def ask_openai(messages, **more):
    return await AsyncOpenAI(base_url=URL, max_retries=0).chat.completions.create(
        model="test-model", messages=messages, **more
    )


def joined(chunks):
    """A reply put back as a message with every field, as programs store it."""
    text = "".join(chunk.choices[0].delta.content or "" for chunk in chunks)
    return ChatCompletionMessage(role="assistant", content=text)


async def plain(name, ask, join):
    described = {"type": "function", "function": {"name": "weather", "parameters": {"type": "object"}}}
    messages = [{"role": "user", "content": first_of(name)}]
    chunks = [chunk async for chunk in await ask(messages, stream=True)]
    whole = join(chunks)
    messages += [whole.model_dump(), {"role": "user", "content": SECOND}]
    second = await ask(messages)
    asked = [*messages, second.choices[0].message.model_dump(), {"role": "user", "content": weather_of(name)}]
    called = (await ask(asked, tools=[described])).choices[0].message
    results = [
        {"role": "tool", "tool_call_id": call.id, "name": "weather", "content": "sunny"}
        for call in called.tool_calls
    ]
    tools = await ask([*asked, called.model_dump(), *results], tools=[described])
    schema = {"type": "json_schema", "json_schema": {"name": "person", "schema": Person.model_json_schema()}}
    person = await ask([{"role": "user", "content": "Who?"}], response_format=schema)
    talks[name] = {
        "first": whole.content,
        "second": second.choices[0].message.content,
        "tools": tools.choices[0].message.content,
        "object": json.loads(person.choices[0].message.content),
    }


async def main():
    await langchain("langchain-chat")
    await langchain("langchain-responses", use_responses_api=True)
    await langchain("langchain-by-id", use_responses_api=True, use_previous_response_id=True)
    await pydantic_ai("pydantic-ai-chat", OpenAIChatModel)
    await pydantic_ai("pydantic-ai-responses", OpenAIResponsesModel)
    await agents("agents-chat", OpenAIChatCompletionsModel)
    await agents("agents-responses", AgentsResponsesModel)
    await agents("agents-by-id", AgentsResponsesModel, by_id=True)
    await plain("litellm", ask_litellm, lambda chunks: litellm.stream_chunk_builder(chunks).choices[0].message)
    await plain("openai", ask_openai, joined)
    print(json.dumps(talks))


asyncio.run(main())
